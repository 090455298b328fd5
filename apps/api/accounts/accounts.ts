/** Accounts in D1, as the operator sees them. */
import { and, asc, eq, gt, isNull } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import * as z from 'zod';
import type { Page } from '#api/http/page';
import { Timestamp } from '#api/http/timestamp';
import type { Env } from '#api/platform/env';
import { PLANS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { announceDenylist, publishDenylist } from '#store/denylist';
import { logFault } from '#store/log-fault';
import { pushKeysOf } from './key-push';
import { accounts } from './schema';

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

export const insertAccount = (env: Env, { id, name, plan, createdAt }: Account): D1PreparedStatement =>
  env.DB.prepare('INSERT INTO accounts (id, name, plan, created_at) VALUES (?1, ?2, ?3, ?4)').bind(
    id,
    name,
    plan,
    createdAt,
  );

export async function createAccount(env: Env, name: string, plan: Plan, now: number): Promise<Account> {
  const account = newAccount(name, plan, now);
  await insertAccount(env, account).run();
  return account;
}

/** An account that was deleted is not there any more, whatever is kept of it. */
const lives = isNull(accounts.deletedAt);

/** A page of accounts in the order of their ids. */
export function listAccounts(env: Env, { cursor, limit }: Page): Promise<Account[]> {
  const after = and(gt(accounts.id, cursor), lives);
  return drizzle(env.DB).select().from(accounts).where(after).orderBy(asc(accounts.id)).limit(limit);
}

/** @throws Refusal ACCOUNT_NOT_FOUND */
export async function accountOf(env: Env, id: string): Promise<Account> {
  const [account] = await drizzle(env.DB)
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

// Only where something changes that the records of keys carry: what is told already is not told again. Revoked ones stay
// what they are. Belongs before the change itself.
const TOUCH_KEYS = `UPDATE keys SET version = version + 1 WHERE account_id = ?1 AND status <> 'revoked' AND EXISTS (
  SELECT 1 FROM accounts WHERE id = ?1 AND (plan <> ?2 OR reserved_override <> ?3 OR suspended <> ?4))`;

const CHANGE = `UPDATE accounts SET name = coalesce(?5, name), plan = coalesce(?2, plan),
  reserved_override = coalesce(?3, reserved_override), suspended = coalesce(?4, suspended)
  WHERE id = ?1 AND deleted_at IS NULL`;

/** The two statements of a change, which belong together. */
function changing(env: Env, id: string, change: AccountChange & { readonly suspended?: boolean }) {
  const { name = null, plan = null, reservedOverride, suspended } = change;
  const carried = [id, plan, flag(reservedOverride), flag(suspended)];
  return [env.DB.prepare(TOUCH_KEYS).bind(...carried), env.DB.prepare(CHANGE).bind(...carried, name)];
}

const flag = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value));

/**
 * Changes an account, and the record of every key of it that carries what has changed. A call that could not tell all
 * objects goes on where it stopped when it is repeated.
 * @throws Refusal ACCOUNT_NOT_FOUND, OVERLOADED
 */
export async function changeAccount(env: Env, id: string, change: AccountChange): Promise<Account> {
  await env.DB.batch(changing(env, id, change));
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
  await env.DB.batch([
    ...changing(env, id, { suspended }),
    env.DB.prepare('DELETE FROM sessions WHERE account_id = ?1').bind(id),
    env.DB.prepare('DELETE FROM sign_in_links WHERE account_id = ?1').bind(id),
    announceDenylist(env.DB, now),
  ]);
  // A put that fails is left to the minute's cron; the keys must know before the operator is told.
  await publishDenylist(env, now).catch((error) => logFault(error, { doing: 'put denylist', account: id }));
  await pushKeysOf(env, id);
  return accountOf(env, id);
}
