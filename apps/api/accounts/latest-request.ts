/**
 * The newest request of an account for another plan, for a page that reads it with one round trip
 * (platform/one-trip.ts).
 */
import { type SQL, sql } from 'drizzle-orm';
import { upgradeRequests } from '#api/database/schema';
import type { Upgrade } from './upgrades';

export type PlanRequest = Pick<Upgrade, 'plan' | 'state' | 'message' | 'reason' | 'createdAt' | 'answeredAt'>;

/** The statement whose row is a PlanRequest in any state. It has no row where the account has requested nothing. */
export function latestRequest(account: string): SQL {
  const { plan, state, message, reason, createdAt, answeredAt, accountId } = upgradeRequests;
  return sql`SELECT ${plan}, ${state}, ${message}, ${reason}, ${createdAt} AS "createdAt", ${answeredAt} AS "answeredAt"
    FROM ${upgradeRequests} WHERE ${accountId} = ${account} ORDER BY ${createdAt} DESC LIMIT 1`;
}
