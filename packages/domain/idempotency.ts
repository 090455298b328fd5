/**
 * What an Idempotency-Key stands for while it is remembered. Source: answers, section 12;
 * draft-ietf-httpapi-idempotency-key-header.
 */

/** An answer is replayed this long. */
export const ANSWER_KEPT_MS = 86_400_000;
/** A lease whose worker has not finished by then is free again. */
export const LEASE_MS = 60_000;

export type KeptAnswer = { readonly requestHash: string; readonly status: number; readonly body: string };

/** One remembered Idempotency-Key. `draw` is what the first run drew, so that a second one makes the same link. */
export type Idempotency<Draw> = {
  readonly leasedAt: number;
  readonly draw: Draw;
  readonly answer: KeptAnswer | null;
};

export type Lease<Draw> =
  | { readonly state: 'leased'; readonly leasedAt: number; readonly draw: Draw }
  | { readonly state: 'running' }
  | { readonly state: 'answered'; readonly answer: KeptAnswer };

/** What a request with a key that stands so comes to at `now`. A new lease is the caller's to store. */
export function leaseOf<Draw>(known: Idempotency<Draw> | null, draw: Draw, now: number): Lease<Draw> {
  if (known === null || now >= known.leasedAt + ANSWER_KEPT_MS) {
    return { state: 'leased', leasedAt: now, draw };
  }
  if (known.answer !== null) return { state: 'answered', answer: known.answer };
  if (now < known.leasedAt + LEASE_MS) return { state: 'running' };
  return { state: 'leased', leasedAt: now, draw: known.draw };
}
