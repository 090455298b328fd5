/**
 * The caps of an account's keys: SQL conditions for the statement that adds a key, and the refusal of that statement
 * (specification 12.4).
 */
import { ne, type SQL, sql } from 'drizzle-orm';
import { openDatabase } from '#api/database/database';
import { accounts, keys } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { currentSettings } from '#api/platform/settings';
import type { Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { findAccount } from './accounts';

/**
 * The most keys of an account that are not revoked. A higher cap of active keys replaces it
 * (docs/design/keys-and-metering.md).
 */
const MAX_KEYS = 100;

/** The caps of active keys by plan, from the current settings. */
export const readCaps = async (env: Env, now: number): Promise<Record<Plan, number>> =>
  (await currentSettings(env, now)).activeKeys;

/**
 * SQL condition: the key is the account's, and not revoked. The literal lets SQLite choose the partial index of such
 * keys.
 */
const isUsable = (accountId: string): SQL =>
  sql`${keys.accountId} = ${accountId} AND ${ne(keys.status, 'revoked').inlineParams()}`;

const usableKeys = (accountId: string): SQL => sql`SELECT count(*) FROM ${keys} WHERE ${isUsable(accountId)}`;

/** The SELECT that counts the active keys of an account. */
export const activeKeys = (accountId: string): SQL => sql`${usableKeys(accountId)} AND ${keys.status} = 'active'`;

/** The subquery that reads the cap of active keys by the account's plan. */
const selectCap = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(SELECT json_extract(${JSON.stringify(caps)}, '$.' || ${accounts.plan}) FROM ${accounts} WHERE ${accounts.id} = ${accountId})`;

/**
 * SQL condition: the account may have one more active key. Each key has quotas of its own, so the cap limits an
 * account's quotas (specification 12.4).
 */
export const hasRoomForActiveKey = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(${activeKeys(accountId)}) < ${selectCap(accountId, caps)}`;

/**
 * SQL condition: the account may have one more key that is not revoked. The cap lets one call push all keys of an
 * account.
 */
export const hasRoomForKey = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(${usableKeys(accountId)}) < max(${MAX_KEYS}, ${selectCap(accountId, caps)})`;

/**
 * Throws the reason why no key was created. An account that was deleted meanwhile is ACCOUNT_NOT_FOUND.
 * @throws Refusal ACCOUNT_NOT_FOUND, KEYS_REACHED, ACTIVE_KEYS_REACHED
 */
export async function refuseKey(env: Env, accountId: string, caps: Record<Plan, number>): Promise<never> {
  const { plan } = await findAccount(env, accountId);
  const cap = Math.max(MAX_KEYS, caps[plan]);
  const usable = await openDatabase(env.DB).$count(keys, isUsable(accountId));
  throw usable >= cap ? new Refusal('KEYS_REACHED', { detail: String(cap) }) : new Refusal('ACTIVE_KEYS_REACHED');
}
