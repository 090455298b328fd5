/** How many keys an account may have: conditions for the statement that takes the room, and what is said when there is none. */
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

// The index holds the keys that are not revoked, and those alone: revoked ones may be any number.
const USABLE = "SELECT count(*) FROM keys WHERE account_id = ?1 AND status <> 'revoked'";

// `?1` is the account, `?2` the caps of active keys by plan as JSON.
const CAP = "(SELECT json_extract(?2, '$.' || plan) FROM accounts WHERE id = ?1)";

/** Room for one more active key of an account, so that keys do not multiply quotas (specification 12.4). */
export const HAS_ROOM = `(${USABLE} AND status = 'active') < ${CAP}`;

/** Room for one more key at all, so that an account can be told of a change in one call. */
export const HAS_PLACE = `(${USABLE}) < max(${MAX_KEYS}, ${CAP})`;

/**
 * Says why no key was made. An account that was deleted meanwhile is not there.
 * @throws Refusal ACCOUNT_NOT_FOUND, KEYS_REACHED, ACTIVE_KEYS_REACHED
 */
export async function refuseKey(env: Env, accountId: string, caps: Record<Plan, number>): Promise<never> {
  const { plan } = await accountOf(env, accountId);
  const most = Math.max(MAX_KEYS, caps[plan]);
  const usable = await env.DB.prepare(USABLE).bind(accountId).first<number>('count(*)');
  throw usable !== null && usable >= most
    ? new Refusal('KEYS_REACHED', { detail: String(most) })
    : new Refusal('ACTIVE_KEYS_REACHED');
}
