/** What the house asks of a threat service. */

/**
 * unknown: it was not said, or not in a form that can be believed. unjudgeable: the service works, and refuses to judge
 * this address.
 */
export type Status = 'safe' | 'unsafe' | 'unknown' | 'unjudgeable';

export type Verdict = {
  readonly status: Status;
  /** Until when the verdict may be kept; in the past for one that may not. */
  readonly goodUntil: number;
};

export const UNKNOWN: Verdict = { status: 'unknown', goodUntil: 0 };
export const UNJUDGEABLE: Verdict = { status: 'unjudgeable', goodUntil: 0 };

export interface ThreatService {
  /** Judges addresses, in their order. One that is not answered before the signal is unknown; nothing is thrown. */
  check(urls: readonly string[], now: number, signal: AbortSignal): Promise<Verdict[]>;
}

/** Where a service is, and the key it wants. The key travels in a header, because addresses end up in logs. */
export type ThreatEndpoint = { readonly baseUrl: string; readonly key: string };

/** The service answered, but not with what it was asked for. */
export class BadStatus extends Error {
  constructor(readonly status: number) {
    super(`The threat service answered ${status}`);
  }
}

/** An answer has some hundred bytes; more than this is none. */
const MAX_BYTES = 262_144;

/**
 * Asks a service, and returns the body of its answer.
 * @throws BadStatus for anything but a 200; Error for a body that is too long
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
