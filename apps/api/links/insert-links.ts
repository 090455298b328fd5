/** The one statement that makes links, one or many. Why it is this one: docs/adr/0011. */
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { ID_LENGTH } from '#secrets/key-text';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import { ANNOUNCE } from '#store/publish';
import { haveSameSeed } from './generated-code';

/** A link that is to be inserted. */
export type WantedRow = {
  readonly code: string;
  /** Null for a generated code, which takes the place of no dead link. */
  readonly alias: string | null;
  readonly id: string;
  readonly accountId: string;
  readonly url: string;
  readonly expiresAt: number | null;
  readonly maxClicks: number | null;
  /** Stored text of the password's hash. */
  readonly password: string | null;
  readonly threat: 'pending' | null;
};

export type InsertedLink = {
  readonly link: Link;
  /** Its code was published before: the put that is to follow is announced, and the dirty mark set (publish.ts). */
  readonly isAnnounced: boolean;
};

/**
 * What becomes of a wanted row. Inserted, also by an earlier try or run of this request · its code is taken · taken by
 * another body under the same Idempotency-Key · held back, because another row's code is taken.
 */
export type Insertion = InsertedLink | 'taken' | 'reused' | 'held back';

// ?1 now · ?2 the wanted rows as JSON · ?3 1: all or none · ?4 the account of them all

/** The row of an earlier try or run, of the same seed: it stays as it is. */
const isOfSeed = (id: string) => `substr(links.id, 1, ${ID_LENGTH}) = substr(${id}, 1, ${ID_LENGTH})`;
const MET = isOfSeed('excluded.id');

/** The account's own expired, spent or deleted link of an alias is replaced: a new id, a higher version. */
const givesWay = (alias: string, accountId: string) => `${alias} IS NOT NULL AND links.account_id = ${accountId}
  AND links.blocked IS NULL AND (links.gone IS NOT NULL OR links.expires_at <= ?1)`;
const DEAD = givesWay('excluded.alias', 'excluded.account_id');

// IS NOT TRUE: of a link without an end the comparison is NULL, and that link is in the way.
const IN_THE_WAY = `SELECT links.code, links.id FROM json_each(?2) AS wanted
  CROSS JOIN links ON links.code = wanted.value ->> 'code'
  WHERE links.id <> wanted.value ->> 'id'
  AND (${isOfSeed("wanted.value ->> 'id'")} OR (${givesWay("wanted.value ->> 'alias'", "wanted.value ->> 'accountId'")}) IS NOT TRUE)`;

const REPLACED = [
  'alias',
  'id',
  'url',
  'created_at',
  'expires_at',
  'max_clicks',
  'password',
  'threat',
  'gone',
  'looked_at',
  'accepted',
  'swapped',
  'refused_looks',
  'unjudgeable_at',
].map((column) => `${column} = iif(${MET}, ${column}, excluded.${column})`);

// NULL of an account that is deleted, which aborts the whole: its tombstones may be made already, and would miss this one.
const LIVING = '(SELECT id FROM accounts WHERE id = ?4 AND deleted_at IS NULL)';
const OF_NOBODY = 'NOT NULL constraint failed: links.account_id';

// Any other conflict of an all-or-none makes the version NULL, which aborts the whole too.
const INSERT = `INSERT INTO links
  (code, alias, id, account_id, url, expires_at, max_clicks, password, threat, created_at, put_at, quiet_at)
  SELECT value ->> 'code', value ->> 'alias', value ->> 'id', ${LIVING}, value ->> 'url',
    value ->> 'expiresAt', value ->> 'maxClicks', value ->> 'password', value ->> 'threat', ?1, ?1, ?1
  FROM json_each(?2) WHERE ?3 = 0 OR NOT EXISTS (${IN_THE_WAY})
  ON CONFLICT (code) DO UPDATE SET ${REPLACED}, ${ANNOUNCE},
    version = CASE WHEN ${MET} THEN version WHEN ${DEAD} THEN version + 1 END
  WHERE ?3 = 1 OR ${MET} OR (${DEAD})
  RETURNING ${LINK_COLUMNS}, dirty`;

type Row = LinkRow & { dirty: number };
type Obstacle = { code: string; id: string };

/**
 * Inserts links, in one round trip. The primary key decides who has a code. Repeatable: a second try meets
 * the rows of the first.
 * @param rows of one account, and of codes that are all different
 * @param isAtomic all of them, or none where a single code is taken
 * @returns what became of each, in their order
 * @throws Refusal KEY_INVALID where the account has been deleted meanwhile, and its keys with it
 */
export async function insertLinks(
  db: D1Database,
  rows: readonly WantedRow[],
  now: number,
  isAtomic: boolean,
): Promise<Insertion[]> {
  const wanted = JSON.stringify(rows);
  const insert = db.prepare(INSERT).bind(now, wanted, Number(isAtomic), rows[0]?.accountId);
  if (!isAtomic) {
    const made = linksByCode((await ofLiving(insert.all<Row>())).results);
    return rows.map((row) => insertionOf(row, made.get(row.code)) ?? 'taken');
  }
  const select = db.prepare(IN_THE_WAY).bind(now, wanted);
  const [inserted, inTheWay] = await ofLiving(db.batch<Row | Obstacle>([insert, select]));
  const made = linksByCode((inserted?.results ?? []) as Row[]);
  const obstacles = new Map((inTheWay?.results ?? []).map(({ code, id }) => [code, id]));
  return rows.map((row) => {
    const obstacle = obstacles.get(row.code);
    if (obstacle !== undefined) return haveSameSeed(obstacle, row.id) ? 'reused' : 'taken';
    return insertionOf(row, made.get(row.code)) ?? 'held back';
  });
}

async function ofLiving<Result>(inserted: Promise<Result>): Promise<Result> {
  try {
    return await inserted;
  } catch (error) {
    throw String(error).includes(OF_NOBODY) ? new Refusal('KEY_INVALID') : error;
  }
}

const linksByCode = (rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.code, { link: linkOf(row), isAnnounced: row.dirty === 1 }]));

const insertionOf = (row: WantedRow, found: InsertedLink | undefined): Insertion | undefined =>
  found === undefined || found.link.id === row.id ? found : 'reused';
