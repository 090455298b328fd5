/**
 * What an Idempotency-Key stands for while it is remembered. Source: specification 7.4;
 * draft-ietf-httpapi-idempotency-key-header.
 */

/** An answer is replayed this long. */
export const RESPONSE_KEPT_HOURS = 24;
export const RESPONSE_KEPT_MS = RESPONSE_KEPT_HOURS * 3_600_000;
/** A lease whose worker has not finished by then is free again. */
export const LEASE_MS = 60_000;
/** Room for the answers of one API key, bytes: what it has while this is passed stays, and new keys wait (docs/adr/0027). */
export const KEPT_BYTES = 256 * 2 ** 20;
/** Answers of calls that were under way then: beyond this they are not kept, and their requests run again. */
export const KEPT_BYTES_AT_MOST = 2 * KEPT_BYTES;

export type KeptResponse = { readonly requestHash: string; readonly status: number; readonly body: string };

/**
 * What the generated codes of every run under one Idempotency-Key follow from. Stored, and sent between versions of a
 * worker, under its first name: `draw`.
 */
export type IdempotencySeed = { readonly id: string };

/** One run of a request under an Idempotency-Key: what it generates follows from both. */
export type IdempotentRun = { readonly seed: IdempotencySeed; readonly requestHash: string };

/** One remembered Idempotency-Key. `draw` is the seed of the first run, so that a second one makes the same link. */
export type Idempotency = {
  readonly leasedAt: number;
  readonly draw: IdempotencySeed;
  readonly answer: KeptResponse | null;
};

export type Lease =
  | { readonly state: 'leased'; readonly leasedAt: number; readonly draw: IdempotencySeed }
  | { readonly state: 'running' }
  /** `roomAt`: when the oldest answer is forgotten, epoch milliseconds. */
  | { readonly state: 'full'; readonly roomAt: number }
  | { readonly state: 'answered'; readonly answer: KeptResponse };

/** What a request with a key that stands so comes to at `now`. A new lease is the caller's to store. */
export function leaseOf(known: Idempotency | null, draw: IdempotencySeed, now: number): Lease {
  if (known === null || now >= known.leasedAt + RESPONSE_KEPT_MS) {
    return { state: 'leased', leasedAt: now, draw };
  }
  if (known.answer !== null) return { state: 'answered', answer: known.answer };
  if (now < known.leasedAt + LEASE_MS) return { state: 'running' };
  return { state: 'leased', leasedAt: now, draw: known.draw };
}
