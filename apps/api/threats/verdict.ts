/** The interface of a threat service, and the HTTP request that the clients of both services share. */

/**
 * The verdict on an address. unknown: the service sent no response in the published format. unjudgeable: the service
 * works, and refuses to judge this address.
 */
export type Verdict = 'safe' | 'unsafe' | 'unknown' | 'unjudgeable';

/** A verdict with its expiry. */
export type TimedVerdict = {
  readonly verdict: Verdict;
  /** The time until which the verdict may be cached, epoch milliseconds; 0 for a verdict that must not be cached. */
  readonly goodUntil: number;
};

export const UNKNOWN: TimedVerdict = { verdict: 'unknown', goodUntil: 0 };
export const UNJUDGEABLE: TimedVerdict = { verdict: 'unjudgeable', goodUntil: 0 };

export interface ThreatService {
  /**
   * Returns the verdicts on addresses, in the same order. It never throws. If a call fails or is aborted, the verdict
   * is unknown.
   */
  check(urls: readonly string[], now: number, signal: AbortSignal): Promise<TimedVerdict[]>;
}

/** The base URL of a service, and the API key for it. The key is sent in a header, because logs contain URLs. */
export type ThreatEndpoint = { readonly baseUrl: string; readonly key: string };

/** The error for a response with another status than 200. */
export class BadStatus extends Error {
  constructor(readonly status: number) {
    super(`The threat service responded with ${status}`);
  }
}

/** The size of the largest body that is read. A genuine one has some hundred bytes. */
const MAX_BYTES = 262_144;

/**
 * Sends a GET to a service, and returns the body of its response. Redirects are not followed.
 * @throws BadStatus for any status but 200; Error for a body over MAX_BYTES; what fetch throws, such as an abort
 */
export async function getBody(url: URL, { key }: ThreatEndpoint, signal: AbortSignal): Promise<Uint8Array> {
  const response = await fetch(url, { headers: { 'X-Goog-Api-Key': key }, redirect: 'manual', signal });
  if (response.status === 200) return wholeBody(response);
  await response.body?.cancel();
  throw new BadStatus(response.status);
}

async function wholeBody({ body }: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`The response of the threat service is longer than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
