/**
 * Upgrade requests (specification 13.8). An account requests a plan in the console, and the operator grants or declines
 * the request.
 */
import { type AnyColumn, and, desc, eq, getTableColumns, gt, ne, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Database, oneMore, openDatabase, openPrimary, rowWhere } from '#api/database/database';
import { logEvent, type NewEvent, withLog } from '#api/database/events';
import { accounts, keys, upgradeRequests } from '#api/database/schema';
import { type Page, type Pagination, readPage, Timestamp } from '#api/http/fields';
import type { Env } from '#api/platform/env';
import { type Actor, OPERATOR } from '#domain/account-events';
import { PLANS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { pushAccountKeys } from './key-push';

export type Upgrade = {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  /** The plan the account has now. */
  readonly currentPlan: Plan;
  /** The plan that the account requests. */
  readonly plan: Plan;
  readonly state: State;
  /** The operator's message to the account; null unless the request was declined. */
  readonly message: string | null;
  /** What the account needs the plan for, in its own words; null if it did not say. */
  readonly reason: string | null;
  readonly createdAt: number;
  readonly answeredAt: number | null;
};

type State = typeof upgradeRequests.$inferSelect.state;

const accountColumn = (column: AnyColumn): SQL =>
  sql`(SELECT ${column} FROM ${accounts} WHERE ${accounts.id} = ${upgradeRequests.accountId})`;

/** The columns of an Upgrade. Subqueries read the account, because RETURNING cannot join a table. */
const UPGRADE = {
  ...getTableColumns(upgradeRequests),
  accountName: sql<string>`${accountColumn(accounts.name)}`,
  currentPlan: sql<Plan>`${accountColumn(accounts.plan)}`,
};

const selectUpgrades = (db: Database) => db.select(UPGRADE).from(upgradeRequests);

const isOpen = eq(upgradeRequests.state, 'open').inlineParams();

/** An upgrade request in a response to the operator. */
export const UpgradeRecord = z
  .strictObject({
    id: z.string().describe('The ID of the request.'),
    accountId: z.string().describe('The ID of the account.'),
    accountName: z.string().describe('The name of the account.'),
    currentPlan: z.enum(PLANS).describe('The current plan of the account.'),
    plan: z.enum(PLANS).describe('The requested plan.'),
    state: z.enum(upgradeRequests.state.enumValues).describe('`open` until you answer the request.'),
    message: z.string().nullable().describe('Your message to the account; `null` unless you declined the request.'),
    reason: z.string().nullable().describe('What the account needs the plan for; `null` if it didn’t say.'),
    createdAt: Timestamp.describe('When the account made the request.'),
    answeredAt: Timestamp.nullable().describe('When you answered; `null` while the request is open.'),
  })
  .meta({ id: 'Upgrade', description: 'A request for a higher plan.' });
export type UpgradeRecord = z.output<typeof UpgradeRecord>;

export const UPGRADE_EXAMPLE: UpgradeRecord = {
  id: 'u7Kc20YbW9dN',
  accountId: 'a4Tq81ZkX0bM',
  accountName: 'Example Ltd',
  currentPlan: 'HOBBY',
  plan: 'PRO',
  state: 'open',
  message: null,
  reason: 'Our shop prints a link on each receipt.',
  createdAt: '2026-11-20T12:00:00.000Z',
  answeredAt: null,
};

export const upgradeRecord = ({ createdAt, answeredAt, ...same }: Upgrade): UpgradeRecord => ({
  ...same,
  createdAt: new Date(createdAt).toISOString(),
  answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
});

/**
 * Requests a plan. An account has at most one open request. A request for another plan replaces it under a new id, so
 * that the operator never grants a plan that the id did not show. A deleted account gets no request.
 */
export async function askForUpgrade(
  env: Env,
  accountId: string,
  { plan, reason = null }: { readonly plan: Plan; readonly reason?: string | null },
  by: Actor,
  now: number,
): Promise<void> {
  const db = openDatabase(env.DB);
  const id = newId();
  const row = { id, accountId, plan, createdAt: now, reason };
  const event = { accountId, kind: 'plan.requested', actor: by, subject: id, name: plan } as const;
  const isForOtherPlan = and(eq(upgradeRequests.accountId, accountId), isOpen, ne(upgradeRequests.plan, plan));
  const fromUndeletedAccount = sql`FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${accounts.deletedAt} IS NULL`;
  await withLog(logEvent(env, event, now), (log) =>
    db.batch([
      db.delete(upgradeRequests).where(isForOtherPlan),
      db
        .insert(upgradeRequests)
        .select(rowWhere(upgradeRequests, row, fromUndeletedAccount))
        .onConflictDoNothing(),
      ...log,
    ]),
  );
}

/** Deletes an account's open request, if there is one. */
export async function withdrawUpgrade(env: Env, accountId: string): Promise<void> {
  await openDatabase(env.DB)
    .delete(upgradeRequests)
    .where(and(eq(upgradeRequests.accountId, accountId), isOpen));
}

/** Reads the newest request of an account, in any state; null if there is none. */
export async function latestUpgrade(env: Env, accountId: string): Promise<Upgrade | null> {
  const requests = selectUpgrades(openDatabase(env.DB)).where(eq(upgradeRequests.accountId, accountId));
  return (await requests.orderBy(desc(upgradeRequests.createdAt)).limit(1).get()) ?? null;
}

/** Reads all requests of an account, oldest first. There are few: the operator has decided all but the newest. */
export const listAccountUpgrades = (env: Env, accountId: string): Promise<Upgrade[]> =>
  selectUpgrades(openDatabase(env.DB))
    .where(eq(upgradeRequests.accountId, accountId))
    .orderBy(upgradeRequests.createdAt, upgradeRequests.id);

/** Reads a page of the open requests, in the order of their ids. */
export function listUpgrades(env: Env, { cursor, limit }: Pagination): Promise<Page<Upgrade>> {
  const afterCursor = and(isOpen, gt(upgradeRequests.id, cursor));
  const listed = selectUpgrades(openDatabase(env.DB)).where(afterCursor).orderBy(upgradeRequests.id);
  return readPage(limit, (count) => listed.limit(count));
}

/** The statement that grants or declines a request that is still open. */
const decide = (db: Database, id: string, state: State, message: string | null, now: number) =>
  db
    .update(upgradeRequests)
    .set({ state, message, answeredAt: now })
    .where(and(eq(upgradeRequests.id, id), isOpen))
    .returning(UPGRADE);

/**
 * The statements that set an account's plan to the requested plan, and raise the version of its keys. They change rows
 * only while the request is open, so they run before the statement that grants it.
 */
function planStatements(db: Database, id: string) {
  const columnOfOpen = (column: AnyColumn) =>
    sql`(SELECT ${column} FROM ${upgradeRequests} WHERE ${upgradeRequests.id} = ${id} AND ${isOpen})`;
  const account = columnOfOpen(upgradeRequests.accountId);
  return [
    db
      .update(keys)
      .set({ version: oneMore(keys.version) })
      .where(and(eq(keys.accountId, account), ne(keys.status, 'revoked').inlineParams())),
    db
      .update(accounts)
      .set({ plan: columnOfOpen(upgradeRequests.plan) })
      .where(eq(accounts.id, account)),
  ] as const;
}

/** The event of a decision. The request names the account and the plan. */
function makeDecisionEvent(id: string, kind: 'plan.granted' | 'plan.declined'): NewEvent {
  const selectColumn = (column: AnyColumn) =>
    sql`(SELECT ${column} FROM ${upgradeRequests} WHERE ${upgradeRequests.id} = ${id})`;
  const { accountId, plan } = upgradeRequests;
  return { accountId: selectColumn(accountId), kind, actor: OPERATOR, subject: id, name: selectColumn(plan) };
}

/**
 * Grants a request. Calls that are sent after this one returned have the new plan. One batch changes the request and
 * the plan. A repeated call after a 503 therefore only pushes the keys that are still stale.
 * @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED, OVERLOADED
 */
export async function grantUpgrade(env: Env, id: string, now: number): Promise<Upgrade> {
  const db = openDatabase(env.DB);
  const [, , decisions] = await withLog(logEvent(env, makeDecisionEvent(id, 'plan.granted'), now), (log) =>
    db.batch([...planStatements(db, id), decide(db, id, 'granted', null, now), ...log]),
  );
  const granted = decisions[0] ?? (await requestInState(env, id, 'granted'));
  await pushAccountKeys(env, granted.accountId);
  return granted;
}

/** Declines a request with a message for its account. @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED */
export async function declineUpgrade(env: Env, id: string, message: string, now: number): Promise<Upgrade> {
  const db = openDatabase(env.DB);
  const [[declined]] = await withLog(logEvent(env, makeDecisionEvent(id, 'plan.declined'), now), (log) =>
    db.batch([decide(db, id, 'declined', message, now), ...log]),
  );
  return declined ?? requestInState(env, id);
}

/**
 * Returns a request that is already in `state`.
 * @throws Refusal UPGRADE_NOT_FOUND; UPGRADE_ANSWERED in any other state
 */
async function requestInState(env: Env, id: string, state?: State): Promise<Upgrade> {
  const upgrade = await selectUpgrades(openPrimary(env.DB)).where(eq(upgradeRequests.id, id)).get();
  if (upgrade === undefined) throw new Refusal('UPGRADE_NOT_FOUND');
  if (upgrade.state !== state) throw new Refusal('UPGRADE_ANSWERED');
  return upgrade;
}

export type PlanRequest = Pick<Upgrade, 'plan' | 'state' | 'message' | 'reason' | 'createdAt' | 'answeredAt'>;

/** The statement whose row is a PlanRequest in any state. It has no row where the account has requested nothing. */
export function latestRequest(account: string): SQL {
  const { plan, state, message, reason, createdAt, answeredAt, accountId } = upgradeRequests;
  return sql`SELECT ${plan}, ${state}, ${message}, ${reason}, ${createdAt} AS "createdAt", ${answeredAt} AS "answeredAt"
    FROM ${upgradeRequests} WHERE ${accountId} = ${account} ORDER BY ${createdAt} DESC LIMIT 1`;
}
