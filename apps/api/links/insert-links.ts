/** The statement that makes links, one or many. docs/adr/0011 says why there is only one. */
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
 * A row that is to be inserted. Without an alias its code was generated, and it replaces no dead link. `password` is the
 * stored text of the hash.
 */
export type WantedRow = Readonly<Pick<typeof links.$inferSelect, WantedColumn>>;

export type InsertedLink = {
  readonly link: Link;
  /** Whether the code was published before. Then the next put is announced and the dirty mark is set (publish.ts). */
  readonly isAnnounced: boolean;
};

/**
 * The outcome of a wanted row. A link: it was inserted, by this or an earlier try or run · taken: another link has the
 * code · reused: another body under the same Idempotency-Key has it · held back: the code of another row is taken.
 */
export type Insertion = InsertedLink | 'taken' | 'reused' | 'held back';

const NOW = sql.raw('?1');
/** The wanted rows as JSON. */
const WANTED = sql.raw('?2');
/** 1: insert all rows or none. 0: insert every row that can be inserted. */
const IS_ATOMIC = sql.raw('?3');
/** The account of all wanted rows. */
const ACCOUNT = sql.raw('?4');

const wanted = (name: keyof WantedRow): SQL => sql`wanted.value ->> ${name}`;
const excluded = (column: Column): SQL => sql`excluded.${nameOf(column)}`;

/** Whether the existing row is of the same seed: an earlier try or run has inserted it, and it stays as it is. */
const isOfSeed = (id: SQL): SQL => sql`substr(${links.id}, 1, ${ID_LENGTH}) = substr(${id}, 1, ${ID_LENGTH})`;
const SAME_SEED = isOfSeed(excluded(links.id));

/** Whether the existing row is a dead, unblocked link of the same account: an alias replaces it, in a new version. */
const givesWay = (alias: SQL, accountId: SQL): SQL => sql`${alias} IS NOT NULL AND ${links.accountId} = ${accountId}
  AND ${links.blocked} IS NULL AND (${links.gone} IS NOT NULL OR ${links.expiresAt} <= ${NOW})`;
const GIVES_WAY = givesWay(excluded(links.alias), excluded(links.accountId));

// IS NOT TRUE, because the comparison is NULL for a link without an end, which is in the way.
const IN_THE_WAY = sql`SELECT ${links.code}, ${links.id} FROM json_each(${WANTED}) AS wanted
  CROSS JOIN ${links} ON ${links.code} = ${wanted('code')}
  WHERE ${links.id} <> ${wanted('id')}
  AND (${isOfSeed(wanted('id'))} OR (${givesWay(wanted('alias'), wanted('accountId'))}) IS NOT TRUE)`;

// NULL for a deleted account, which aborts the statement: a link made after the account's tombstones would get none.
const LIVING = sql`(SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.id} = ${ACCOUNT} AND ${accounts.deletedAt} IS NULL)`;
const OF_NOBODY = 'NOT NULL constraint failed: links.account_id';

const MADE = columnsWhere(({ made }) => made !== 'by default').map(({ name, column, made }) => {
  const named = made === 'now' ? NOW : wanted(name as keyof WantedRow);
  return { column: nameOf(column), value: column === links.accountId ? LIVING : named };
});

const REUSED = columnsWhere(({ reused }) => reused === 'anew').map(
  ({ column }) => sql`${nameOf(column)} = iif(${SAME_SEED}, ${nameOf(column)}, ${excluded(column)})`,
);
const ANNOUNCED = Object.entries(announced(links, NOW)).map(
  ([name, value]) => sql`${nameOf(links[name as keyof typeof links.$inferSelect])} = ${value}`,
);

const listed = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

// In an all-or-none insert any other conflict makes `version` NULL, which aborts the statement too.
const INSERT = sql`INSERT INTO ${links} (${listed(MADE.map(({ column }) => column))})
  SELECT ${listed(MADE.map(({ value }) => value))}
  FROM json_each(${WANTED}) AS wanted WHERE ${IS_ATOMIC} = 0 OR NOT EXISTS (${IN_THE_WAY})
  ON CONFLICT (${nameOf(links.code)}) DO UPDATE SET ${listed([...REUSED, ...ANNOUNCED])},
    ${nameOf(links.version)} = CASE WHEN ${SAME_SEED} THEN ${links.version} WHEN ${GIVES_WAY} THEN ${oneMore(links.version)} END
  WHERE ${IS_ATOMIC} = 1 OR ${SAME_SEED} OR (${GIVES_WAY})
  RETURNING ${listed(columnsWhere(({ isRead }) => isRead).map(({ column }) => nameOf(column)))}, ${nameOf(links.dirty)}`;

let texts: { readonly insert: string; readonly inTheWay: string } | undefined;

/** Builds both texts with the first link rather than at the start: drizzle takes a quarter of a millisecond for them. */
const statementTexts = () => {
  texts ??= { insert: textOf(INSERT), inTheWay: textOf(IN_THE_WAY) };
  return texts;
};

type Row = LinkRow & { dirty: number };
type Obstacle = { code: string; id: string };

/**
 * Inserts links in one round trip. The primary key decides who owns a code. The call may be repeated: a second try finds
 * the rows of the first.
 * @param rows all of one account, with codes that all differ
 * @param isAtomic insert all rows, or none if a single code is taken
 * @returns the outcome of each row, in their order
 * @throws Refusal KEY_INVALID if the account, and its keys with it, was deleted meanwhile
 */
export async function insertLinks(
  db: D1Database,
  rows: readonly WantedRow[],
  now: number,
  isAtomic: boolean,
): Promise<Insertion[]> {
  const values = JSON.stringify(rows);
  const { insert: insertText, inTheWay: selectText } = statementTexts();
  const insert = db.prepare(insertText).bind(now, values, Number(isAtomic), rows[0]?.accountId);
  if (!isAtomic) {
    const made = linksByCode((await orKeyInvalid(insert.all<Row>())).results);
    return rows.map((row) => insertionOf(row, made.get(row.code)) ?? 'taken');
  }
  const select = db.prepare(selectText).bind(now, values);
  const [inserted, inTheWay] = await orKeyInvalid(db.batch<Row | Obstacle>([insert, select]));
  const made = linksByCode((inserted?.results ?? []) as Row[]);
  const obstacles = new Map((inTheWay?.results ?? []).map(({ code, id }) => [code, id]));
  return rows.map((row) => {
    const obstacle = obstacles.get(row.code);
    if (obstacle !== undefined) return haveSameSeed(obstacle, row.id) ? 'reused' : 'taken';
    return insertionOf(row, made.get(row.code)) ?? 'held back';
  });
}

async function orKeyInvalid<Result>(inserted: Promise<Result>): Promise<Result> {
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
