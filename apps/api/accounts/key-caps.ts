/** How many keys an account may have: conditions for the statement that takes the room, and what is said when there is none. */
import { ne, type SQL, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { accounts, keys } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { currentSettings } from '#api/platform/settings';
import type { Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { accountOf } from './accounts';

/** Keys an account may have that are not revoked, or as many as it may have active, where that is more (docs/adr/0019). */
const MAX_KEYS = 100;

/** The caps of active keys in force. */
export const capsOf = async (env: Env, now: number): Promise<Record<Plan, number>> =>
  (await currentSettings(env, now)).activeKeys;

/** The keys that are not revoked. A literal, so that their index holds them alone: revoked ones may be any number. */
const isUsable = (accountId: string): SQL =>
  sql`${keys.accountId} = ${accountId} AND ${ne(keys.status, 'revoked').inlineParams()}`;

const usableKeys = (accountId: string): SQL => sql`SELECT count(*) FROM ${keys} WHERE ${isUsable(accountId)}`;

/** Counts the active keys of an account. */
export const activeKeys = (accountId: string): SQL => sql`${usableKeys(accountId)} AND ${keys.status} = 'active'`;

/** The cap of active keys by the account's plan. */
const capOf = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(SELECT json_extract(${JSON.stringify(caps)}, '$.' || ${accounts.plan}) FROM ${accounts} WHERE ${accounts.id} = ${accountId})`;

/** Room for one more active key of an account, so that keys do not multiply quotas (specification 12.4). */
export const hasRoom = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(${activeKeys(accountId)}) < ${capOf(accountId, caps)}`;

/** Room for one more key at all, so that an account can be told of a change in one call. */
export const hasPlace = (accountId: string, caps: Record<Plan, number>): SQL =>
  sql`(${usableKeys(accountId)}) < max(${MAX_KEYS}, ${capOf(accountId, caps)})`;

/**
 * Says why no key was made. An account that was deleted meanwhile is not there.
 * @throws Refusal ACCOUNT_NOT_FOUND, KEYS_REACHED, ACTIVE_KEYS_REACHED
 */
export async function refuseKey(env: Env, accountId: string, caps: Record<Plan, number>): Promise<never> {
  const { plan } = await accountOf(env, accountId);
  const most = Math.max(MAX_KEYS, caps[plan]);
  const usable = await databaseOf(env.DB).$count(keys, isUsable(accountId));
  throw usable >= most ? new Refusal('KEYS_REACHED', { detail: String(most) }) : new Refusal('ACTIVE_KEYS_REACHED');
}
