/** The statement that inserts one link or many. docs/adr/0011 says why there is only one statement. */
import { type Column, type SQL, sql } from 'drizzle-orm';
import { announced } from '#api/database/announced';
import { columnsWhere, type RequestedColumn } from '#api/database/link-columns';
import { accounts, links } from '#api/database/schema';
import { nameOf, oneMore, textOf } from '#api/database/statements';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { ID_LENGTH } from '#secrets/key-text';
import { innermost } from '#store/faults';
import { type LinkRow, linkOf } from '#store/link-row';
import { haveSameSeed } from './generated-code';

/**
 * A row to insert. A row without an alias has a generated code, and replaces no dead link. With `ownLinksOnly` it
 * replaces only a dead link of the same key. `password` is the stored text of the hash.
 */
export type RowToInsert = Readonly<Pick<typeof links.$inferSelect, RequestedColumn>> & {
  readonly ownLinksOnly: boolean;
};

export type InsertedLink = {
  readonly link: Link;
  /** Whether the code was published before. If so, the row announces a put, and is dirty (publish.ts). */
  readonly isAnnounced: boolean;
};

/**
 * The outcome of a row. A link: this or an earlier attempt has inserted it · taken: another link has the code · reused:
 * a link of another body under the same Idempotency-Key has the code · held back: the code of another row is taken.
 */
export type Insertion = InsertedLink | 'taken' | 'reused' | 'held back';

const NOW = sql.raw('?1');
/** The rows to insert, as JSON. */
const WANTED = sql.raw('?2');
/** 1: insert all rows or none. 0: insert every row that can be inserted. */
const IS_ATOMIC = sql.raw('?3');
/** The account of all rows to insert. */
const ACCOUNT = sql.raw('?4');
/** The key whose dead links alone may be replaced; NULL: those of the whole account. */
const ONLY_MADE_BY = sql.raw('?5');

const wanted = (name: keyof RowToInsert): SQL => sql`wanted.value ->> ${name}`;
const excluded = (column: Column): SQL => sql`excluded.${nameOf(column)}`;

/** SQL condition: the existing row has the same seed. An earlier attempt has inserted it, and it does not change. */
const isOfSeed = (id: SQL): SQL => sql`substr(${links.id}, 1, ${ID_LENGTH}) = substr(${id}, 1, ${ID_LENGTH})`;
const HAS_SAME_SEED = isOfSeed(excluded(links.id));

/**
 * SQL condition: the existing row is a dead, unblocked link of the same account. An alias replaces it in a new version.
 */
const isReplaceable = (
  alias: SQL,
  accountId: SQL,
): SQL => sql`${alias} IS NOT NULL AND ${links.accountId} = ${accountId}
  AND (${ONLY_MADE_BY} IS NULL OR ${links.madeBy} IS ${ONLY_MADE_BY})
  AND ${links.blocked} IS NULL AND (${links.gone} IS NOT NULL OR ${links.expiresAt} <= ${NOW})`;
const IS_REPLACEABLE = isReplaceable(excluded(links.alias), excluded(links.accountId));

// A link that never expires is a conflict too. Its comparison is NULL, hence IS NOT TRUE.
const CONFLICTS = sql`SELECT ${links.code}, ${links.id} FROM json_each(${WANTED}) AS wanted
  CROSS JOIN ${links} ON ${links.code} = ${wanted('code')}
  WHERE ${links.id} <> ${wanted('id')}
  AND (${isOfSeed(wanted('id'))} OR (${isReplaceable(wanted('alias'), wanted('accountId'))}) IS NOT TRUE)`;

// NULL for a deleted account. It aborts the statement, because a link that is inserted now would get no tombstone.
const UNDELETED_ACCOUNT = sql`(SELECT ${accounts.id} FROM ${accounts} WHERE ${accounts.id} = ${ACCOUNT} AND ${accounts.deletedAt} IS NULL)`;
const NO_ACCOUNT = 'NOT NULL constraint failed: links.account_id';

const NEW_VALUES = columnsWhere(({ made }) => made !== 'by default').map(({ name, column, made }) => {
  const named = made === 'now' ? NOW : wanted(name as keyof RowToInsert);
  return { column: nameOf(column), value: column === links.accountId ? UNDELETED_ACCOUNT : named };
});

const REPLACED = columnsWhere(({ reused }) => reused === 'new').map(
  ({ column }) => sql`${nameOf(column)} = iif(${HAS_SAME_SEED}, ${nameOf(column)}, ${excluded(column)})`,
);
const ANNOUNCEMENT = Object.entries(announced(links, NOW)).map(
  ([name, value]) => sql`${nameOf(links[name as keyof typeof links.$inferSelect])} = ${value}`,
);

const listed = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

// In an atomic insert any other conflict makes `version` NULL, which aborts the statement too.
const INSERT = sql`INSERT INTO ${links} (${listed(NEW_VALUES.map(({ column }) => column))})
  SELECT ${listed(NEW_VALUES.map(({ value }) => value))}
  FROM json_each(${WANTED}) AS wanted WHERE ${IS_ATOMIC} = 0 OR NOT EXISTS (${CONFLICTS})
  ON CONFLICT (${nameOf(links.code)}) DO UPDATE SET ${listed([...REPLACED, ...ANNOUNCEMENT])},
    ${nameOf(links.version)} = CASE WHEN ${HAS_SAME_SEED} THEN ${links.version} WHEN ${IS_REPLACEABLE} THEN ${oneMore(links.version)} END
  WHERE ${IS_ATOMIC} = 1 OR ${HAS_SAME_SEED} OR (${IS_REPLACEABLE})
  RETURNING ${listed(columnsWhere(({ isRead }) => isRead).map(({ column }) => nameOf(column)))}, ${nameOf(links.dirty)}`;

let texts: { readonly insert: string; readonly conflicts: string } | undefined;

/**
 * Builds both texts for the first link, because drizzle needs a quarter of a millisecond, which would delay the start.
 */
const statementTexts = () => {
  texts ??= { insert: textOf(INSERT), conflicts: textOf(CONFLICTS) };
  return texts;
};

type Row = LinkRow & { dirty: number };
type Conflict = { code: string; id: string };

/**
 * Inserts links in one round trip. The primary key decides who owns a code. A caller may repeat the call, which finds
 * the rows that it has already inserted.
 * @param rows rows of one account and one key, with different codes
 * @param isAtomic insert all rows, or none if a single code is taken
 * @returns the outcome of each row, in their order
 * @throws Refusal KEY_INVALID if the account was deleted meanwhile, which ends its keys
 */
export async function insertLinks(
  db: D1Database,
  rows: readonly RowToInsert[],
  now: number,
  isAtomic: boolean,
): Promise<Insertion[]> {
  const [first] = rows;
  const onlyMadeBy = first?.ownLinksOnly ? first.madeBy : null;
  const values = [now, JSON.stringify(rows), Number(isAtomic), first?.accountId, onlyMadeBy];
  const { insert: insertText, conflicts: selectText } = statementTexts();
  const insert = db.prepare(insertText).bind(...values);
  if (!isAtomic) {
    const made = linksByCode((await orKeyInvalid(insert.all<Row>())).results);
    return rows.map((row) => insertionOf(row, made.get(row.code)) ?? 'taken');
  }
  const select = db.prepare(selectText).bind(...values);
  const [inserted, conflicts] = await orKeyInvalid(db.batch<Row | Conflict>([insert, select]));
  const made = linksByCode((inserted?.results ?? []) as Row[]);
  const conflictIds = new Map((conflicts?.results ?? []).map(({ code, id }) => [code, id]));
  return rows.map((row) => {
    const conflictId = conflictIds.get(row.code);
    if (conflictId !== undefined) return haveSameSeed(conflictId, row.id) ? 'reused' : 'taken';
    return insertionOf(row, made.get(row.code)) ?? 'held back';
  });
}

async function orKeyInvalid<Result>(inserted: Promise<Result>): Promise<Result> {
  try {
    return await inserted;
  } catch (error) {
    throw innermost(error).includes(NO_ACCOUNT) ? new Refusal('KEY_INVALID') : error;
  }
}

const linksByCode = (rows: readonly Row[]) =>
  new Map(rows.map((row) => [row.code, { link: linkOf(row), isAnnounced: row.dirty === 1 }]));

const insertionOf = (row: RowToInsert, found: InsertedLink | undefined): Insertion | undefined =>
  found === undefined || found.link.id === row.id ? found : 'reused';
