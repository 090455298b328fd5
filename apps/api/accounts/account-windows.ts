/** The one-minute windows of an account. They limit the requests that load the D1 that all accounts share. */
import type { Env } from '#api/platform/env';
import { secondsUntil } from '#domain/meter';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { callObject, objectNamed } from '#store/objects';

/**
 * Requests a minute by an account. docs/design/cost-limits.md derives the figures.
 * - `search`: lists with a filter, by its keys and its console
 * - `console`: requests of its signed-in browsers
 * - `export`: pages of its exports
 * - `alias`: aliases that its console looks up while they are typed, no more than the smallest plan may try to make
 */
export const PER_MINUTE = { search: 120, console: 300, export: 120, alias: 60 } as const;

/**
 * Counts a request in a window of the account, by one call of the window's object. The object's name holds a colon. The
 * other objects of this class have the digests of addresses as names, which hold none.
 * @returns whether the window admits the request, and the window's reading
 * @throws ObjectUnreachable, because every request must be counted
 */
export const countInWindow = (env: Env, window: keyof typeof PER_MINUTE, accountId: string) =>
  countAmount(env, `${window}:${accountId}`, PER_MINUTE[window], 1);

const countAmount = (env: Env, name: string, limit: number, amount: number) =>
  callObject(
    () => objectNamed(env, env.ADDRESSES, name),
    async (meter) => await meter.admit(limit, { amount }),
  );

/** Counts a search. @throws Refusal SEARCHES_EXCEEDED; ObjectUnreachable */
export async function countSearch(env: Env, accountId: string, now: number): Promise<void> {
  const { isAdmitted, reading } = await countInWindow(env, 'search', accountId);
  if (!isAdmitted) throw new Refusal('SEARCHES_EXCEEDED', { retryAfter: secondsUntil(reading.windowEndsAt, now) });
}

/**
 * Counts the links that a bulk call names: all of them, or none if the window of the account has no room for all.
 * @param plan that of the key @throws Refusal BULK_EXCEEDED; ObjectUnreachable
 */
export async function countBulkLinks(
  env: Env,
  { accountId, plan }: { readonly accountId: string; readonly plan: Plan },
  count: number,
  now: number,
): Promise<void> {
  const { bulkLinksPerMinute } = PLAN_LIMITS[plan];
  const { isAdmitted, reading } = await countAmount(env, `bulk:${accountId}`, bulkLinksPerMinute, count);
  if (!isAdmitted) throw new Refusal('BULK_EXCEEDED', { retryAfter: secondsUntil(reading.windowEndsAt, now) });
}

/** The least wait. A window that has ended by this clock may still be open by the object's clock. */
const SHORTEST_WAIT_MS = 1_000;

/**
 * Waits until the window admits a page of an export, and counts the page.
 * @param wait resolves after the given milliseconds
 * @throws ObjectUnreachable
 */
export async function waitForExportPage(
  env: Env,
  accountId: string,
  wait: (ms: number) => Promise<unknown>,
): Promise<void> {
  for (;;) {
    const { isAdmitted, reading } = await countInWindow(env, 'export', accountId);
    if (isAdmitted) return;
    await wait(Math.max(SHORTEST_WAIT_MS, reading.windowEndsAt - Date.now()));
  }
}
