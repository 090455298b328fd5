/** The minute windows of an account: how often it may ask for what costs all accounts something. */
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import { secondsUntil } from '#domain/window';
import { callObject } from '#store/object-call';

/**
 * So often a minute. `search`: lists with a filter, over all keys of the account and its console · `console`: requests
 * of its signed-in browsers · `export`: pages of its exports. Why so often: docs/adr/0018.
 */
export const PER_MINUTE = { search: 120, console: 300, export: 120 } as const;

/**
 * Counts one, or refuses it: exactly, by one call of the window's object. No digest of an address holds a colon.
 * @throws ObjectUnreachable: never uncounted
 */
export const countInWindow = (env: Env, what: keyof typeof PER_MINUTE, accountId: string) =>
  callObject(
    () => env.ADDRESSES.getByName(`${what}:${accountId}`),
    async (meter) => await meter.admit(PER_MINUTE[what]),
  );

/** Counts a search. @throws Refusal SEARCHES_EXCEEDED · ObjectUnreachable */
export async function countSearch(env: Env, accountId: string, now: number): Promise<void> {
  const { isAdmitted, reading } = await countInWindow(env, 'search', accountId);
  if (!isAdmitted) throw new Refusal('SEARCHES_EXCEEDED', { retryAfter: secondsUntil(reading.windowEndsAt, now) });
}

/** A window that has just ended may still be open by the object's clock. */
const SHORTEST_WAIT_MS = 1_000;

/** Counts a page of an export as soon as the window has room for it. @param wait so many milliseconds */
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
