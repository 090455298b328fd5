/**
 * The log of an account's events (docs/design/console-and-forms.md). The statement that logs an event runs in the batch
 * of its act, so it costs no round trip, and logs nothing if the act changed nothing.
 */
import { and, Column, eq, is, lte, not, SQL, sql } from 'drizzle-orm';
import type { Actor, EventKind } from '#domain/account-events';
import { logFault } from '#store/faults';
import { type Database, openDatabase, prepareStatement, rowWhere } from './database';
import { accountEvents, accounts } from './schema';

export type NewEvent = {
  /**
   * The id of the account. A column stands for the account of each row, if the rows belong to several; their logs are
   * not trimmed.
   */
  readonly accountId: string | SQL | Column;
  readonly kind: EventKind;
  readonly actor: Actor;
  readonly subject?: string | SQL | undefined;
  readonly name?: string | SQL | undefined;
  /** What was changed, as JSON. */
  readonly detail?: string | undefined;
};

/** The most deletions of links that an account's log has. */
const MAX_DELETIONS = 5_000;
/** The most other events. Deletions of links push none of them out, because a call with a key can delete thousands. */
const MAX_OTHERS = 1_000;

/** SQL condition: the statement before this one in its batch has changed a row. */
const ACT_CHANGED_ROWS: SQL = sql`WHERE changes() > 0`;

/**
 * The statements that log an event, and keep the log within its bounds. They log nothing for a deleted account.
 * @param rest the rest of a SELECT that returns a row for each event: from FROM or WHERE on
 */
export function logEvent(env: { readonly DB: D1Database }, event: NewEvent, now: number, rest = ACT_CHANGED_ROWS) {
  const { accountId, kind, actor, subject = null, name = null, detail = null } = event;
  const db = openDatabase(env.DB);
  const account = asSql(accountId);
  const latest = sql`(SELECT max(earlier.number) FROM ${accountEvents} AS earlier WHERE earlier.account_id = ${account})`;
  const row = {
    accountId: account,
    number: sql`coalesce(${latest}, 0) + row_number() OVER (PARTITION BY ${account})`,
    at: now,
    kind,
    actor: actor.kind,
    actorId: actor.id ?? null,
    actorName: actor.name ?? null,
    subject,
    name,
    detail,
  };
  const isOpen = sql`EXISTS (SELECT 1 FROM ${accounts} AS owner WHERE owner.id = ${account} AND owner.deleted_at IS NULL)`;
  const logged = db.insert(accountEvents).select(rowWhere(accountEvents, row, sql`${rest} AND ${isOpen}`));
  return is(accountId, Column) ? [logged] : [logged, trim(db, account, kind)];
}

const asSql = (value: string | SQL | Column): SQL => (is(value, SQL) ? value : sql`${value}`);

/** Deletes the oldest events of the same sort beyond the limit. */
function trim(db: Database, account: SQL, kind: EventKind) {
  const { accountId, number } = accountEvents;
  const isDeletion = eq(accountEvents.kind, 'link.deleted');
  const ofAccount = sql`FROM ${accountEvents} WHERE ${accountId} = ${account}`;
  // The first reads few rows, because it runs for each deletion; the second may read the whole log.
  const [isOfSort, lastTooMany] =
    kind === 'link.deleted'
      ? [isDeletion, sql`(SELECT max(${number}) - ${MAX_DELETIONS} ${ofAccount})`]
      : [
          not(isDeletion),
          sql`(SELECT ${number} ${ofAccount} AND ${not(isDeletion)} ORDER BY ${number} DESC LIMIT 1 OFFSET ${MAX_OTHERS})`,
        ];
  return db.delete(accountEvents).where(and(eq(accountId, account), isOfSort, lte(number, lastTooMany)));
}

/** The statement that takes an event out of the log, because the statement before it has undone its act. */
export const undoLog = (env: { readonly DB: D1Database }, { accountId, kind, subject }: NewEvent, at: number) => [
  openDatabase(env.DB)
    .delete(accountEvents)
    .where(
      and(
        eq(accountEvents.accountId, accountId),
        eq(accountEvents.at, at),
        eq(accountEvents.kind, kind),
        sql`${accountEvents.subject} = ${subject}`,
        sql`changes() > 0`,
      ),
    ),
];

export type EventStatements = readonly (ReturnType<typeof logEvent> | ReturnType<typeof undoLog>)[number][];

/**
 * Runs an act with the statements that log it. If the log refuses its row, the act runs again without them: a batch
 * that failed has changed nothing.
 */
export async function withLog<Result>(
  statements: EventStatements,
  act: (statements: EventStatements) => Promise<Result>,
): Promise<Result> {
  try {
    return await act(statements);
  } catch (error) {
    if (!isOfLog(error)) throw error;
    logFault(error, { doing: 'log an event' });
    return act([]);
  }
}

/** The statements for `D1Database.batch`. */
export const preparedEvents = (d1: D1Database, statements: EventStatements): D1PreparedStatement[] =>
  statements.map((statement) => prepareStatement(d1, statement.getSQL()));

/** Whether SQLite has refused a statement of the log. Its messages name the table. */
function isOfLog(error: unknown): boolean {
  for (let one = error; one instanceof Error; one = one.cause)
    if (/(no such table: |constraint failed: )account_events\b/.test(one.message)) return true;
  return false;
}
