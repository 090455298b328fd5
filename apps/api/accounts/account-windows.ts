/** The minute windows of an account. They limit the requests that put load on the one D1 of all accounts. */
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import { secondsUntil } from '#domain/window';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';

/**
 * Requests a minute. `search`: lists with a filter, over all keys of the account and its console · `console`: requests
 * of its signed-in browsers · `export`: pages of its exports. The figures are derived in docs/adr/0018.
 */
export const PER_MINUTE = { search: 120, console: 300, export: 120 } as const;

/**
 * Counts a request in a window of the account, exactly, by one call of the window's object. The object's name holds a
 * colon, so it cannot equal the digest of an address, which names the other objects of this class.
 * @returns whether the window has room, and its reading
 * @throws ObjectUnreachable, because a request must not go uncounted
 */
export const countInWindow = (env: Env, what: keyof typeof PER_MINUTE, accountId: string) =>
  callObject(
    () => objectNamed(env, env.ADDRESSES, `${what}:${accountId}`),
    async (meter) => await meter.admit(PER_MINUTE[what]),
  );

/** Counts a search. @throws Refusal SEARCHES_EXCEEDED · ObjectUnreachable */
export async function countSearch(env: Env, accountId: string, now: number): Promise<void> {
  const { isAdmitted, reading } = await countInWindow(env, 'search', accountId);
  if (!isAdmitted) throw new Refusal('SEARCHES_EXCEEDED', { retryAfter: secondsUntil(reading.windowEndsAt, now) });
}

/** The object's clock may lag behind: a window that has ended here may still be open there. */
const SHORTEST_WAIT_MS = 1_000;

/**
 * Waits until the window has room for a page of an export, and counts the page.
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
