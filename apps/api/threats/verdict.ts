/** What the house asks of a threat service. */

/** unknown: it was not said, or not in a form that can be believed. */
export type Status = 'safe' | 'unsafe' | 'unknown';

export type Verdict = {
  readonly status: Status;
  /** Until when the verdict may be kept; in the past for one that may not. */
  readonly goodUntil: number;
};

export const UNKNOWN: Verdict = { status: 'unknown', goodUntil: 0 };

export interface ThreatService {
  /** Judges addresses, in their order. One that is not answered before the signal is unknown; nothing is thrown. */
  check(urls: readonly string[], now: number, signal: AbortSignal): Promise<Verdict[]>;
}

/** Where a service is, and the key it wants. The key travels in a header, because addresses end up in logs. */
export type Endpoint = { readonly baseUrl: string; readonly key: string };

/**
 * Asks a service for JSON.
 * @throws for anything but a 200 with JSON in it
 */
export async function askJson(url: URL, { key }: Endpoint, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(url, { headers: { 'X-Goog-Api-Key': key }, redirect: 'manual', signal });
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new Error(`The threat service answered ${response.status}`);
  }
  return response.json();
}
