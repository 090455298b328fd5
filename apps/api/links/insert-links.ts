/**
 * The statement that inserts one link or many. docs/design/creation-and-idempotency.md says why there is only one
 * statement.
 */
import { type Column, type SQL, sql } from 'drizzle-orm';
import { announced, columnName, oneMore, statementText } from '#api/database/database';
import { columnsWhere, type RequestedColumn } from '#api/database/link-columns';
import { accounts, links } from '#api/database/schema';
import { type LinkDetails, NO_DETAILS } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { ID_LENGTH } from '#secrets/key-text';
import { describeFault } from '#store/faults';
import { type LinkRow, parseLinkRow } from '#store/link-row';
import { haveSameSeed } from './generated-code';
import {
  ACCOUNT,
  collectTags,
  detailFields,
  detailTexts,
  IS_ATOMIC,
  IS_REFUSED,
  NOW,
  ONLY_MADE_BY,
  outcomeOfVerdict,
  type UnlessExists,
  type Verdict,
  WANTED,
  wanted,
} from './insert-details';
import { type DetailedLink, parseDetails } from './link-details';

/**
 * A row to insert. A row without an alias has a generated code, and replaces no dead link. With `ownLinksOnly` it
 * replaces only a dead link of the same key. `password` is the stored text of the hash.
 */
export type RowToInsert = Readonly<Pick<typeof links.$inferSelect, RequestedColumn>> & {
  readonly ownLinksOnly: boolean;
  /** Null for a link without details. */
  readonly details: LinkDetails | null;
  /** Whether a dead link hands its `externalId` over to this one. */
  readonly takesOver?: boolean;
  /** Present for a call with `ifExists=return`: the link is made only if no other link is found (existing-link.ts). */
  readonly unlessExists?: UnlessExists | undefined;
};

export type InsertedLink = {
  readonly link: DetailedLink;
  /** Whether the code was published before. If so, the row announces a put, and is dirty (publish.ts). */
  readonly isAnnounced: boolean;
};

/**
 * The outcome of a row. A link: this or an earlier attempt has inserted it.
 * - `taken`: another link has the code
 * - `reused`: a link of another body under the same Idempotency-Key has the code or the `externalId`
 * - `external id taken`: another link has the `externalId`
 * - `exists`: another link leads to the destination (existing-link.ts)
 * - `too many tags`: the account has no room for the new tags
 * - `held back`: another row of an atomic insert is refused
 */
export type Insertion = InsertedLink | 'taken' | ReturnType<typeof outcomeOfVerdict> | 'held back';

const excluded = (column: Column): SQL => sql`excluded.${columnName(column)}`;

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
  return { column: columnName(column), value: column === links.accountId ? UNDELETED_ACCOUNT : named };
});

const REPLACED = columnsWhere(({ reused }) => reused === 'new').map(
  ({ column }) => sql`${columnName(column)} = iif(${HAS_SAME_SEED}, ${columnName(column)}, ${excluded(column)})`,
);
const ANNOUNCEMENT = Object.entries(announced(links, NOW)).map(
  ([name, value]) => sql`${columnName(links[name as keyof typeof links.$inferSelect])} = ${value}`,
);

const listed = (parts: SQL[]): SQL => sql.join(parts, sql`, `);

/** SQL condition: no existing link prevents an atomic insert. */
const IS_FREE = sql`(${IS_ATOMIC} = 0 OR NOT EXISTS (${CONFLICTS}))`;
const NONE_IS_REFUSED = sql`(NOT EXISTS (SELECT 1 FROM json_each(${WANTED}) AS wanted WHERE ${IS_REFUSED}) OR ${IS_ATOMIC} = 0)`;

/**
 * The insert of the rows that satisfy a condition. An atomic insert may have another conflict, such as two rows with
 * the same code. The conflict makes `version` NULL, which aborts the statement.
 */
const insertWhere = (
  condition: SQL,
): SQL => sql`INSERT INTO ${links} (${listed(NEW_VALUES.map(({ column }) => column))})
  SELECT ${listed(NEW_VALUES.map(({ value }) => value))} FROM json_each(${WANTED}) AS wanted WHERE ${condition}
  ON CONFLICT (${columnName(links.code)}) DO UPDATE SET ${listed([...REPLACED, ...ANNOUNCEMENT])},
    ${columnName(links.version)} = CASE WHEN ${HAS_SAME_SEED} THEN ${links.version} WHEN ${IS_REPLACEABLE} THEN ${oneMore(links.version)} END
  WHERE ${IS_ATOMIC} = 1 OR ${HAS_SAME_SEED} OR (${IS_REPLACEABLE})
  RETURNING ${listed(columnsWhere(({ isRead }) => isRead).map(({ column }) => columnName(column)))}, ${columnName(links.dirty)}`;

let texts: { readonly insert: string; readonly detailed: string; readonly conflicts: string } | undefined;

/** Builds the texts for the first link. drizzle needs a quarter of a millisecond, which would delay the start. */
const statementTexts = () => {
  texts ??= {
    insert: statementText(insertWhere(IS_FREE)),
    detailed: statementText(insertWhere(sql`NOT ${IS_REFUSED} AND ${IS_FREE} AND ${NONE_IS_REFUSED}`)),
    conflicts: statementText(CONFLICTS),
  };
  return texts;
};

type Row = LinkRow & { dirty: number };

/** What the statements of an insert return. */
type Results = {
  readonly inserted: readonly Row[];
  readonly conflicts?: readonly { readonly code: string; readonly id: string }[] | undefined;
  readonly verdicts?: readonly Verdict[] | undefined;
  readonly details?: readonly { readonly id: string; readonly details: string | null }[] | undefined;
};

/**
 * Inserts links in one round trip. The primary key decides who owns a code. A caller may repeat the call, which finds
 * the rows that it has already inserted.
 * @param rows rows of one account and one key, with different codes and different `externalId`s
 * @param isAtomic insert all rows, or none if a single one is refused
 * @returns the outcome of each row, in their order
 * @throws Refusal KEY_INVALID if the account was deleted meanwhile, which ends its keys
 */
export async function insertLinks(
  db: D1Database,
  rows: readonly RowToInsert[],
  now: number,
  isAtomic: boolean,
): Promise<Insertion[]> {
  const send = rows.some(({ details, unlessExists }) => details !== null || unlessExists !== undefined)
    ? insertDetailed
    : insertPlain;
  const results = await orKeyInvalid(send(db, rows, now, isAtomic));
  const details = new Map(results.details?.map((row) => [row.id, parseDetails(row.details)]));
  const made = new Map(
    results.inserted.map((row) => {
      const link = { ...parseLinkRow(row), details: details.get(row.id) ?? NO_DETAILS };
      return [row.code, { link, isAnnounced: row.dirty === 1 }];
    }),
  );
  const verdicts = new Map(results.verdicts?.map((verdict) => [verdict.id, verdict]));
  const conflictIds = new Map(results.conflicts?.map(({ code, id }) => [code, id]));
  return rows.map((row) => {
    const verdict = verdicts.get(row.id);
    if (verdict !== undefined) return outcomeOfVerdict(verdict);
    const conflictId = conflictIds.get(row.code);
    if (conflictId !== undefined) return haveSameSeed(conflictId, row.id) ? 'reused' : 'taken';
    return toInsertion(row, made.get(row.code)) ?? (isAtomic ? 'held back' : 'taken');
  });
}

/** The values of ACCOUNT and ONLY_MADE_BY. */
const ownerParameters = ([first]: readonly RowToInsert[]) => [
  first?.accountId,
  first?.ownLinksOnly ? first.madeBy : null,
];

type Send = (db: D1Database, rows: readonly RowToInsert[], now: number, isAtomic: boolean) => Promise<Results>;

const insertPlain: Send = async (db, rows, now, isAtomic) => {
  const parameters = [now, JSON.stringify(rows), Number(isAtomic), ...ownerParameters(rows)];
  const statement = db.prepare(statementTexts().insert).bind(...parameters);
  if (!isAtomic) return { inserted: (await statement.all<Row>()).results };
  const [inserted, conflicts] = await db.batch([statement, db.prepare(statementTexts().conflicts).bind(...parameters)]);
  return { inserted: inserted?.results as Row[], conflicts: conflicts?.results as Results['conflicts'] };
};

const insertDetailed: Send = async (db, rows, now, isAtomic) => {
  const values = JSON.stringify(rows.map(({ details, ...row }) => ({ ...row, ...detailFields(details) })));
  const tags = collectTags(rows.map(({ details }) => details));
  const parameters = [now, values, Number(isAtomic), ...ownerParameters(rows), tags];
  const { detailed, conflicts } = statementTexts();
  const { verdicts, inserts, read } = detailTexts();
  const [found, inserted, ...others] = await db.batch(
    [verdicts, detailed, ...inserts, read, ...(isAtomic ? [conflicts] : [])].map((text) => bound(db, text, parameters)),
  );
  const [details, conflicting] = others.slice(inserts.length);
  return {
    inserted: inserted?.results as Row[],
    verdicts: found?.results as Verdict[],
    details: details?.results as Results['details'],
    conflicts: conflicting?.results as Results['conflicts'],
  };
};

/** Binds the parameters up to the last one that the text names. */
const bound = (db: D1Database, text: string, parameters: readonly unknown[]): D1PreparedStatement =>
  db.prepare(text).bind(...parameters.slice(0, Math.max(...[...text.matchAll(/\?(\d)/g)].map(([, at]) => Number(at)))));

async function orKeyInvalid<Result>(inserted: Promise<Result>): Promise<Result> {
  try {
    return await inserted;
  } catch (error) {
    throw describeFault(error).includes(NO_ACCOUNT) ? new Refusal('KEY_INVALID') : error;
  }
}

const toInsertion = (row: RowToInsert, found: InsertedLink | undefined): Insertion | undefined =>
  found === undefined || found.link.id === row.id ? found : 'reused';
