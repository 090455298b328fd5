/** The stored state of an Idempotency-Key. Source: specification 7.4; draft-ietf-httpapi-idempotency-key-header. */

/** How long a response is stored and replayed. */
export const RESPONSE_KEPT_HOURS = 24;
export const RESPONSE_KEPT_MS = RESPONSE_KEPT_HOURS * 3_600_000;
/** How long a lease lasts if its worker dies. */
export const LEASE_MS = 60_000;
/**
 * How many bytes the stored responses of one API key may have. Beyond that no new Idempotency-Key is accepted, and
 * stored responses stay (docs/design/creation-and-idempotency.md).
 */
export const KEPT_BYTES = 256 * 2 ** 20;
/**
 * The same limit for requests that were running when KEPT_BYTES was reached. A response beyond it is not stored, so a
 * repetition of its request runs again.
 */
export const KEPT_BYTES_AT_MOST = 2 * KEPT_BYTES;

export type KeptResponse = { readonly requestHash: string; readonly status: number; readonly body: string };

/** The seed of the ids and codes that every run under one Idempotency-Key generates. */
export type IdempotencySeed = { readonly id: string };

/** One run of a request under an Idempotency-Key. All ids and codes that it generates follow from both fields. */
export type IdempotentRun = { readonly seed: IdempotencySeed; readonly requestHash: string };

/**
 * One stored Idempotency-Key. `seed` is that of the first run, so that a second run makes the same link. `leasedAt`
 * is epoch milliseconds.
 */
export type Idempotency = {
  readonly leasedAt: number;
  readonly seed: IdempotencySeed;
  readonly response: KeptResponse | null;
};

export type Lease =
  | { readonly state: 'leased'; readonly leasedAt: number; readonly seed: IdempotencySeed }
  | { readonly state: 'running' }
  /** `roomAt`: when the oldest response is deleted, epoch milliseconds. */
  | { readonly state: 'full'; readonly roomAt: number }
  | { readonly state: 'stored'; readonly response: KeptResponse };

/**
 * The lease that a request with this key gets at `now`. The caller stores a new lease.
 * @param known the stored state of the key; null for a new key
 */
export function decideLease(known: Idempotency | null, seed: IdempotencySeed, now: number): Lease {
  if (known === null || now >= known.leasedAt + RESPONSE_KEPT_MS) {
    return { state: 'leased', leasedAt: now, seed };
  }
  if (known.response !== null) return { state: 'stored', response: known.response };
  if (now < known.leasedAt + LEASE_MS) return { state: 'running' };
  return { state: 'leased', leasedAt: now, seed: known.seed };
}
