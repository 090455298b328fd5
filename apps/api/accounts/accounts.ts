/** Accounts in D1, and what the operator does with them (specification 13.2). */
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

/** An account in a response to the operator. */
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

/** A new account with an id of its own. It is not stored yet. */
export const newAccount = (name: string, plan: Plan, now: number): Account => ({
  id: newId(),
  name,
  plan,
  suspended: false,
  reservedOverride: false,
  createdAt: now,
  deletedAt: null,
});

/** The statement that inserts a new account. */
export const insertAccount = (env: Env, { id, name, plan, createdAt }: Account) =>
  databaseOf(env.DB).insert(accounts).values({ id, name, plan, createdAt });

export async function createAccount(env: Env, name: string, plan: Plan, now: number): Promise<Account> {
  const account = newAccount(name, plan, now);
  await insertAccount(env, account);
  return account;
}

/** Condition: the account is not deleted. The row of a deleted account stays, but counts as absent. */
const lives = isNull(accounts.deletedAt);

/** A page of accounts in the order of their ids. */
export function listAccounts(env: Env, { cursor, limit }: Pagination): Promise<Account[]> {
  const after = and(gt(accounts.id, cursor), lives);
  return databaseOf(env.DB).select().from(accounts).where(after).orderBy(asc(accounts.id)).limit(limit);
}

/** Reads an account that is not deleted. @throws Refusal ACCOUNT_NOT_FOUND */
export async function accountOf(env: Env, id: string): Promise<Account> {
  const [account] = await databaseOf(env.DB)
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), lives));
  if (account === undefined) throw new Refusal('ACCOUNT_NOT_FOUND');
  return account;
}

type AccountChange = {
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly reservedOverride?: boolean | undefined;
};

/**
 * The two statements of a change, which must be in one batch. The first one gives the account's keys a new version, so
 * that they are pushed. It skips revoked keys, and does nothing if the change alters no field of the keys' records.
 */
function changing(env: Env, id: string, change: AccountChange & { readonly suspended?: boolean }) {
  const db = databaseOf(env.DB);
  const { name, plan, reservedOverride, suspended } = change;
  // A field that the change does not name is NULL here. A comparison with NULL is never true.
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
 * Changes an account, and pushes the new records of its keys to their objects. A repetition pushes the records whose
 * push failed.
 * @throws Refusal ACCOUNT_NOT_FOUND, OVERLOADED; ObjectUnreachable
 */
export async function changeAccount(env: Env, id: string, change: AccountChange): Promise<Account> {
  await databaseOf(env.DB).batch(changing(env, id, change));
  const account = await accountOf(env, id);
  // No key's record holds the account's name, so a change of name pushes nothing.
  if (change.plan !== undefined || change.reservedOverride !== undefined) await pushKeysOf(env, id);
  return account;
}

/**
 * Suspends or resumes an account. While it is suspended, its keys are 401 and its links 410 BLOCKED. Either call
 * deletes its sessions and sign-in links. A repetition pushes the records whose push failed.
 * @throws Refusal ACCOUNT_NOT_FOUND, OVERLOADED; ObjectUnreachable
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
  // A failed put is only logged, because the cron repeats it. A failed push is a 503, because success means that every
  // key has the change.
  await publishDenylist(env, now).catch((error) => logFault(error, { doing: 'put denylist', account: id }));
  await pushKeysOf(env, id);
  return accountOf(env, id);
}
