/** Requests for a higher plan: asked in the console, answered by the operator (specification 13.8). */
import { type AnyColumn, and, desc, eq, getTableColumns, gt, ne, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Database, databaseOf, primaryOf } from '#api/database/database';
import { accounts, keys, upgradeRequests } from '#api/database/schema';
import { oneMore, rowWhere } from '#api/database/statements';
import type { Pagination } from '#api/http/pagination';
import { Timestamp } from '#api/http/timestamp';
import type { Env } from '#api/platform/env';
import { PLANS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { pushKeysOf } from './key-push';

export type Upgrade = {
  readonly id: string;
  readonly accountId: string;
  readonly accountName: string;
  /** The plan the account has now. */
  readonly currentPlan: Plan;
  /** The plan that was asked for. */
  readonly plan: Plan;
  readonly state: State;
  /** The operator's words; null where there are none. */
  readonly message: string | null;
  readonly createdAt: number;
  readonly answeredAt: number | null;
};

type State = typeof upgradeRequests.$inferSelect.state;

const ofAccount = (column: AnyColumn): SQL =>
  sql`(SELECT ${column} FROM ${accounts} WHERE ${accounts.id} = ${upgradeRequests.accountId})`;

/** Of a request and of its account as it is: also for RETURNING, which knows no other table. */
const UPGRADE = {
  ...getTableColumns(upgradeRequests),
  accountName: sql<string>`${ofAccount(accounts.name)}`,
  currentPlan: sql<Plan>`${ofAccount(accounts.plan)}`,
};

const selectUpgrades = (db: Database) => db.select(UPGRADE).from(upgradeRequests);

const isOpen = eq(upgradeRequests.state, 'open').inlineParams();

/** What an answer to the operator shows of a request. */
export const UpgradeRecord = z
  .strictObject({
    id: z.string(),
    accountId: z.string(),
    accountName: z.string(),
    currentPlan: z.enum(PLANS).describe('The plan the account has now.'),
    plan: z.enum(PLANS).describe('The plan that was asked for.'),
    state: z.enum(upgradeRequests.state.enumValues),
    message: z.string().nullable().describe('The operator’s words.'),
    createdAt: Timestamp,
    answeredAt: Timestamp.nullable(),
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
  createdAt: '2026-11-20T12:00:00.000Z',
  answeredAt: null,
};

export const upgradeRecord = ({ createdAt, answeredAt, ...same }: Upgrade): UpgradeRecord => ({
  ...same,
  createdAt: new Date(createdAt).toISOString(),
  answeredAt: answeredAt === null ? null : new Date(answeredAt).toISOString(),
});

/**
 * Asks for a plan. The same plan asked for again keeps its request; another one is a new request, under another id, so that
 * what is granted is what was read. An account has one open request.
 */
export async function askForUpgrade(env: Env, accountId: string, plan: Plan, now: number): Promise<void> {
  const db = databaseOf(env.DB);
  const isOther = and(eq(upgradeRequests.accountId, accountId), isOpen, ne(upgradeRequests.plan, plan));
  const ofLiving = sql`FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${accounts.deletedAt} IS NULL`;
  await db.batch([
    db.delete(upgradeRequests).where(isOther),
    db
      .insert(upgradeRequests)
      .select(rowWhere(upgradeRequests, { id: newId(), accountId, plan, createdAt: now }, ofLiving))
      .onConflictDoNothing(),
  ]);
}

/** Takes an account's open request back, if there is one. */
export async function withdrawUpgrade(env: Env, accountId: string): Promise<void> {
  await databaseOf(env.DB)
    .delete(upgradeRequests)
    .where(and(eq(upgradeRequests.accountId, accountId), isOpen));
}

/** The last request of an account, answered or not. */
export async function latestUpgrade(env: Env, accountId: string): Promise<Upgrade | null> {
  const ofAccount = selectUpgrades(databaseOf(env.DB)).where(eq(upgradeRequests.accountId, accountId));
  return (await ofAccount.orderBy(desc(upgradeRequests.createdAt)).limit(1).get()) ?? null;
}

/** All requests of an account, oldest first. Each but the last was answered, so nobody makes many of them alone. */
export const listUpgradesOf = (env: Env, accountId: string): Promise<Upgrade[]> =>
  selectUpgrades(databaseOf(env.DB))
    .where(eq(upgradeRequests.accountId, accountId))
    .orderBy(upgradeRequests.createdAt, upgradeRequests.id);

/** A page of requests in the order of their ids, the open ones only. */
export const listUpgrades = (env: Env, { cursor, limit }: Pagination): Promise<Upgrade[]> =>
  selectUpgrades(databaseOf(env.DB))
    .where(and(isOpen, gt(upgradeRequests.id, cursor)))
    .orderBy(upgradeRequests.id)
    .limit(limit);

/** The statement that answers a request that is still open. */
const answer = (db: Database, id: string, state: State, message: string | null, now: number) =>
  db
    .update(upgradeRequests)
    .set({ state, message, answeredAt: now })
    .where(and(eq(upgradeRequests.id, id), isOpen))
    .returning(UPGRADE);

/** Where a request is still open, what gives its account the plan, and touches the keys that carry it: before the answer. */
function giving(db: Database, id: string) {
  const ofOpen = (column: AnyColumn) =>
    sql`(SELECT ${column} FROM ${upgradeRequests} WHERE ${upgradeRequests.id} = ${id} AND ${isOpen})`;
  const account = ofOpen(upgradeRequests.accountId);
  return [
    db
      .update(keys)
      .set({ version: oneMore(keys.version) })
      .where(and(eq(keys.accountId, account), ne(keys.status, 'revoked').inlineParams())),
    db
      .update(accounts)
      .set({ plan: ofOpen(upgradeRequests.plan) })
      .where(eq(accounts.id, account)),
  ] as const;
}

/**
 * Grants a request: the account, and every key that follows it, has the plan from the next request on. Request and plan
 * change together, so granting again after a 503 only tells the keys that could not be told.
 * @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED, OVERLOADED
 */
export async function grantUpgrade(env: Env, id: string, now: number): Promise<Upgrade> {
  const db = databaseOf(env.DB);
  const [, , answers] = await db.batch([...giving(db, id), answer(db, id, 'granted', null, now)]);
  const granted = answers[0] ?? (await answered(env, id, 'granted'));
  await pushKeysOf(env, granted.accountId);
  return granted;
}

/** Declines a request, with words that its account reads. @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED */
export async function declineUpgrade(env: Env, id: string, message: string, now: number): Promise<Upgrade> {
  const [declined] = await answer(databaseOf(env.DB), id, 'declined', message, now);
  return declined ?? answered(env, id);
}

/** A request that is open no longer, if it was answered so. @throws Refusal UPGRADE_NOT_FOUND, UPGRADE_ANSWERED */
async function answered(env: Env, id: string, state?: State): Promise<Upgrade> {
  const upgrade = await selectUpgrades(primaryOf(env.DB)).where(eq(upgradeRequests.id, id)).get();
  if (upgrade === undefined) throw new Refusal('UPGRADE_NOT_FOUND');
  if (upgrade.state !== state) throw new Refusal('UPGRADE_ANSWERED');
  return upgrade;
}
