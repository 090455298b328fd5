/** Reads the clicks of many links with one call of the account's statistics object. */
import type { Env } from '#api/platform/env';
import type { DayRange } from '#domain/counted-days';
import { callNewStatistics } from './statistics-call';

/** The clicks of a link, and the time of the last one: epoch milliseconds, null before the first. */
export type LinkClicks = { readonly clicks: number; readonly lastAt: number | null };

/**
 * Returns the clicks of an account's links by link id: at most a page of them. Null if the redirect worker is too old.
 * @throws ObjectUnreachable
 */
export async function clicksOfLinks(
  env: Env,
  accountId: string,
  linkIds: readonly string[],
): Promise<ReadonlyMap<string, LinkClicks> | null> {
  if (linkIds.length === 0) return new Map();
  const found = await callNewStatistics(env, accountId, async (object) => await object.clicksOf(linkIds, null));
  if (found === null) return null;
  return new Map(linkIds.map((id, n) => [id, { clicks: found.clicks[n] ?? 0, lastAt: found.lastAt[n] || null }]));
}

/**
 * Returns the clicks of an account's links in a range of UTC days, both included, by link id. Null if the redirect
 * worker is too old. @throws ObjectUnreachable
 */
export async function clicksOfLinksIn(
  env: Env,
  accountId: string,
  linkIds: readonly string[],
  days: DayRange,
): Promise<ReadonlyMap<string, number> | null> {
  if (linkIds.length === 0) return new Map();
  const found = await callNewStatistics(env, accountId, async (object) => await object.clicksOf(linkIds, days));
  return found && new Map(linkIds.map((id, n) => [id, found.clicks[n] ?? 0]));
}
