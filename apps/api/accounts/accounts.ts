/** Accounts in D1, as the operator sees them. */
import { and, asc, eq, exists, gt, isNull, ne, sql } from 'drizzle-orm';
import * as z from 'zod';
import { databaseOf } from '#api/database/database';
import { accounts, keys, sessions, signInLinks } from '#api/database/schema';
import { oneMore } from '#api/database/statements';
import type { Pagination } from '#api/http/pagination';
import { Timestamp } from '#api/http/timestamp';
import { announceDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import { PLANS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { logFault } from '#store/log-fault';
import { pushKeysOf } from './key-push';

export type Account = typeof accounts.$inferSelect;

/** What an answer shows of an account. */
export const AccountRecord = z
  .strictObject({
    id: z.string(),
    name: z.string(),
    plan: z.enum(PLANS),
    suspended: z.boolean().describe('Its keys answer 401 and its links 410 while it is.'),
    reservedOverride: z.boolean().describe('It may take reserved aliases.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Account', description: 'An owner of keys and links.' });
export type AccountRecord = z.output<typeof AccountRecord>;

export const ACCOUNT_EXAMPLE: AccountRecord = {
  id: 'a4Tq81ZkX0bM',
  name: 'Example Ltd',
  plan: 'HOBBY',
  suspended: false,
  reservedOverride: false,
  createdAt: '2026-11-20T12:00:00.000Z',
};

export const accountRecord = ({ id, name, plan, suspended, reservedOverride, createdAt }: Account): AccountRecord => ({
  id,
  name,
  plan,
  suspended,
  reservedOverride,
  createdAt: new Date(createdAt).toISOString(),
});

/** An account that is yet to be inserted. */
export const newAccount = (name: string, plan: Plan, now: number): Account => ({
  id: newId(),
  name,
  plan,
  suspended: false,
  reservedOverride: false,
  createdAt: now,
  deletedAt: null,
});

/** The statement that keeps a new account. */
export const insertAccount = (env: Env, { id, name, plan, createdAt }: Account) =>
  databaseOf(env.DB).insert(accounts).values({ id, name, plan, createdAt });

export async function createAccount(env: Env, name: string, plan: Plan, now: number): Promise<Account> {
  const account = newAccount(name, plan, now);
  await insertAccount(env, account);
  return account;
}

/** An account that was deleted is not there any more, whatever is kept of it. */
const lives = isNull(accounts.deletedAt);

/** A page of accounts in the order of their ids. */
export function listAccounts(env: Env, { cursor, limit }: Pagination): Promise<Account[]> {
  const after = and(gt(accounts.id, cursor), lives);
  return databaseOf(env.DB).select().from(accounts).where(after).orderBy(asc(accounts.id)).limit(limit);
}

/** @throws Refusal ACCOUNT_NOT_FOUND */
export async function accountOf(env: Env, id: string): Promise<Account> {
  const [account] = await databaseOf(env.DB)
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), lives));
  if (account === undefined) throw new Refusal('ACCOUNT_NOT_FOUND');
  return account;
}

export type AccountChange = {
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly reservedOverride?: boolean | undefined;
};

/**
 * The two statements of a change, which belong together. The first touches the keys, and only where something changes that
 * their records carry: what is told already is not told again. Revoked ones stay what they are.
 */
function changing(env: Env, id: string, change: AccountChange & { readonly suspended?: boolean }) {
  const db = databaseOf(env.DB);
  const { name, plan, reservedOverride, suspended } = change;
  // A comparison with NULL, of what is not named, does not hold.
  const isOther = sql`(${accounts.plan} <> ${plan ?? null} OR ${accounts.reservedOverride} <> ${flag(reservedOverride)}
    OR ${accounts.suspended} <> ${flag(suspended)})`;
  const carriesMore = exists(
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, id), isOther)),
  );
  return [
    db
      .update(keys)
      .set({ version: oneMore(keys.version) })
      .where(and(eq(keys.accountId, id), ne(keys.status, 'revoked').inlineParams(), carriesMore)),
    db
      .update(accounts)
      .set({
        name: name ?? sql`${accounts.name}`,
        plan: plan ?? sql`${accounts.plan}`,
        reservedOverride: reservedOverride ?? sql`${accounts.reservedOverride}`,
        suspended: suspended ?? sql`${accounts.suspended}`,
      })
      .where(and(eq(accounts.id, id), lives)),
  ] as const;
}

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value));

/**
 * Changes an account, and the record of every key of it that carries what has changed. A call that could not tell all
 * objects goes on where it stopped when it is repeated.
 * @throws Refusal ACCOUNT_NOT_FOUND, OVERLOADED
 */
export async function changeAccount(env: Env, id: string, change: AccountChange): Promise<Account> {
  await databaseOf(env.DB).batch(changing(env, id, change));
  const account = await accountOf(env, id);
  // A name stands in no record: giving one waits for no object.
  if (change.plan !== undefined || change.reservedOverride !== undefined) await pushKeysOf(env, id);
  return account;
}

/**
 * Suspends an account, or lets it go on: its keys answer 401 and its links 410 BLOCKED meanwhile. Who is signed in to
 * it is signed out. May be repeated, as a change may.
 * @throws Refusal ACCOUNT_NOT_FOUND, OVERLOADED
 */
export async function setSuspended(env: Env, id: string, suspended: boolean, now: number): Promise<Account> {
  await accountOf(env, id);
  const db = databaseOf(env.DB);
  await db.batch([
    ...changing(env, id, { suspended }),
    db.delete(sessions).where(eq(sessions.accountId, id)),
    db.delete(signInLinks).where(eq(signInLinks.accountId, id)),
    announceDenylist(env, now),
  ]);
  // A put that fails is left to the minute's cron; the keys must know before the operator is told.
  await publishDenylist(env, now).catch((error) => logFault(error, { doing: 'put denylist', account: id }));
  await pushKeysOf(env, id);
  return accountOf(env, id);
}
