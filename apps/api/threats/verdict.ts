/** The interface of a threat service, and the HTTP request that both services share. */

/**
 * The judgement of an address. unknown: there was no response, or none in the published form. unjudgeable: the service
 * works, and refuses to judge this address.
 */
export type Status = 'safe' | 'unsafe' | 'unknown' | 'unjudgeable';

export type Verdict = {
  readonly status: Status;
  /** Until when the verdict may be cached, epoch milliseconds; 0 for a verdict that must not be. */
  readonly goodUntil: number;
};

export const UNKNOWN: Verdict = { status: 'unknown', goodUntil: 0 };
export const UNJUDGEABLE: Verdict = { status: 'unjudgeable', goodUntil: 0 };

export interface ThreatService {
  /** Returns the verdicts on addresses, in the same order. Never throws: what the signal aborts is unknown. */
  check(urls: readonly string[], now: number, signal: AbortSignal): Promise<Verdict[]>;
}

/** The address of a service, and the key for it. The key travels in a header, because logs hold addresses. */
export type ThreatEndpoint = { readonly baseUrl: string; readonly key: string };

/** The service responded with another status than 200. */
export class BadStatus extends Error {
  constructor(readonly status: number) {
    super(`The threat service answered ${status}`);
  }
}

/** The longest body that is read. A genuine one has some hundred bytes. */
const MAX_BYTES = 262_144;

/**
 * Sends a GET to a service, and returns the body of its response. Redirects are not followed.
 * @throws BadStatus for any status but 200; Error for a body over MAX_BYTES; what fetch throws, an abort included
 */
export async function ask(url: URL, { key }: ThreatEndpoint, signal: AbortSignal): Promise<Uint8Array> {
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
    if (size > MAX_BYTES) throw new Error('The threat service answered more than anybody asked for');
    chunks.push(chunk);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}
