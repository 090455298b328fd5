/**
 * The caps of an account's keys: SQL conditions of the statement that adds one, and the refusal (specification 12.4).
 */
import { ne, type SQL, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { accounts, keys } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { currentSettings } from '#api/platform/settings';
import type { Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { accountOf } from './accounts';

/** The most keys of an account that are not revoked. A higher cap of active keys raises it (docs/adr/0019). */
const MAX_KEYS = 100;

/** The caps of active keys by plan, from the current settings. */
export const capsOf = async (env: Env, now: number): Promise<Record<Plan, number>> =>
  (await currentSettings(env, now)).activeKeys;

/** Condition: an account's key that is not revoked. The literal lets SQLite choose the partial index of such keys. */
const isUsable = (accountId: string): SQL =>
  sql`${keys.accountId} = ${accountId} AND ${ne(keys.status, 'revoked').inlineParams()}`;

const usableKeys = (accountId: string): SQL => sql`SELECT count(*) FROM ${keys} WHERE ${isUsable(accountId)}`;

/** SELECT that counts the active keys of an account. */
export const activeKeys = (accountId: string): SQL => sql`${usableKeys(accountId)} AND ${keys.status} = 'active'`;

/** Subquery: the cap of active keys by the account's plan. */
const capOf = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(SELECT json_extract(${JSON.stringify(caps)}, '$.' || ${accounts.plan}) FROM ${accounts} WHERE ${accounts.id} = ${accountId})`;

/**
 * Condition: the account may have one more active key. The cap keeps keys from multiplying quotas (specification 12.4).
 */
export const hasRoom = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(${activeKeys(accountId)}) < ${capOf(accountId, caps)}`;

/**
 * Condition: the account may have one more key that is not revoked. The cap lets one call push all keys of an account.
 */
export const hasPlace = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(${usableKeys(accountId)}) < max(${MAX_KEYS}, ${capOf(accountId, caps)})`;

/**
 * Throws the reason why no key was made. An account that was deleted meanwhile is not found.
 * @throws Refusal ACCOUNT_NOT_FOUND, KEYS_REACHED, ACTIVE_KEYS_REACHED
 */
export async function refuseKey(env: Env, accountId: string, caps: Record<Plan, number>): Promise<never> {
  const { plan } = await accountOf(env, accountId);
  const most = Math.max(MAX_KEYS, caps[plan]);
  const usable = await databaseOf(env.DB).$count(keys, isUsable(accountId));
  throw usable >= most ? new Refusal('KEYS_REACHED', { detail: String(most) }) : new Refusal('ACTIVE_KEYS_REACHED');
}
