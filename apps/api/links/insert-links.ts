/** The one statement that makes links, one or many. Why it is this one: docs/adr/0011. */
import { type Column, type SQL, sql } from 'drizzle-orm';
import { announced } from '#api/database/announced';
import { columnsWhere, type WantedColumn } from '#api/database/link-columns';
import { accounts, links } from '#api/database/schema';
import { nameOf, oneMore, textOf } from '#api/database/statements';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { ID_LENGTH } from '#secrets/key-text';
import { innermost } from '#store/faults';
import { type LinkRow, linkOf } from '#store/link-row';
import { haveSameSeed } from './generated-code';

/**
 * A link that is to be inserted. Without an alias its code was generated, and takes the place of no dead link; of a
 * password the text of its hash is stored.
 */
export type WantedRow = Readonly<Pick<typeof links.$inferSelect, WantedColumn>>;

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

const NOW = sql.raw('?1');
/** The wanted rows as JSON. */
const WANTED = sql.raw('?2');
/** 1: all or none. */
const IS_ATOMIC = sql.raw('?3');
/** The account of them all. */
const ACCOUNT = sql.raw('?4');

const wanted = (name: keyof WantedRow): SQL => sql`wanted.value ->> ${name}`;
const excluded = (column: Column): SQL => sql`excluded.${nameOf(column)}`;

/** The row of an earlier try or run, of the same seed: it stays as it is. */
const isOfSeed = (id: SQL): SQL => sql`substr(${links.id}, 1, ${ID_LENGTH}) = substr(${id}, 1, ${ID_LENGTH})`;
const MET = isOfSeed(excluded(links.id));

/** The account's own expired, spent or deleted link of an alias is replaced: a new id, a higher version. */
const givesWay = (alias: SQL, accountId: SQL): SQL => sql`${alias} IS NOT NULL AND ${links.accountId} = ${accountId}
  AND ${links.blocked} IS NULL AND (${links.gone} IS NOT NULL OR ${links.expiresAt} <= ${NOW})`;
const DEAD = givesWay(excluded(links.alias), excluded(links.accountId));

// IS NOT TRUE: of a link without an end the comparison is NULL, and that link is in the way.
const IN_THE_WAY = sql`SELECT ${links.code}, ${links.id} FROM json_each(${WANTED}) AS wanted
  CROSS JOIN ${links} ON ${links.code} = ${wanted('code')}
  WHERE ${links.id} <> ${wanted('id')}
  AND (${isOfSeed(wanted('id'))} OR (${givesWay(wanted('alias'), wanted('accountId'))}) IS NOT TRUE)`;

// NULL of an account that is deleted, which aborts the whole: its tombstones may be made already, and would miss this one.
const LIVING = sql`(SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.id} = ${ACCOUNT} AND ${accounts.deletedAt} IS NULL)`;
const OF_NOBODY = 'NOT NULL constraint failed: links.account_id';

const MADE = columnsWhere(({ made }) => made !== 'by default').map(({ name, column, made }) => {
  const named = made === 'now' ? NOW : wanted(name as keyof WantedRow);
  return { column: nameOf(column), value: column === links.accountId ? LIVING : named };
});

const REUSED = columnsWhere(({ reused }) => reused === 'anew').map(
  ({ column }) => sql`${nameOf(column)} = iif(${MET}, ${nameOf(column)}, ${excluded(column)})`,
);
const ANNOUNCED = Object.entries(announced(links, NOW)).map(
  ([name, value]) => sql`${nameOf(links[name as keyof typeof links.$inferSelect])} = ${value}`,
);

const listed = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

// Any other conflict of an all-or-none makes the version NULL, which aborts the whole too.
const INSERT = sql`INSERT INTO ${links} (${listed(MADE.map(({ column }) => column))})
  SELECT ${listed(MADE.map(({ value }) => value))}
  FROM json_each(${WANTED}) AS wanted WHERE ${IS_ATOMIC} = 0 OR NOT EXISTS (${IN_THE_WAY})
  ON CONFLICT (${nameOf(links.code)}) DO UPDATE SET ${listed([...REUSED, ...ANNOUNCED])},
    ${nameOf(links.version)} = CASE WHEN ${MET} THEN ${links.version} WHEN ${DEAD} THEN ${oneMore(links.version)} END
  WHERE ${IS_ATOMIC} = 1 OR ${MET} OR (${DEAD})
  RETURNING ${listed(columnsWhere(({ isRead }) => isRead).map(({ column }) => nameOf(column)))}, ${nameOf(links.dirty)}`;

let texts: { readonly insert: string; readonly inTheWay: string } | undefined;

/** Written once, which takes drizzle a quarter of a millisecond; not before a link is made, for a start needs none. */
const writtenOnce = () => {
  texts ??= { insert: textOf(INSERT), inTheWay: textOf(IN_THE_WAY) };
  return texts;
};

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
  const values = JSON.stringify(rows);
  const { insert: insertText, inTheWay: selectText } = writtenOnce();
  const insert = db.prepare(insertText).bind(now, values, Number(isAtomic), rows[0]?.accountId);
  if (!isAtomic) {
    const made = linksByCode((await ofLiving(insert.all<Row>())).results);
    return rows.map((row) => insertionOf(row, made.get(row.code)) ?? 'taken');
  }
  const select = db.prepare(selectText).bind(now, values);
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
    throw innermost(error).includes(OF_NOBODY) ? new Refusal('KEY_INVALID') : error;
  }
}

const linksByCode = (rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.code, { link: linkOf(row), isAnnounced: row.dirty === 1 }]));

const insertionOf = (row: WantedRow, found: InsertedLink | undefined): Insertion | undefined =>
  found === undefined || found.link.id === row.id ? found : 'reused';
