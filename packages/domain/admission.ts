/** What the object of an API key is asked, and what it answers. */
import type { IdempotencySeed, KeptResponse, Lease } from './idempotency';
import type { RateLimitStatus } from './meter';
import type { Plan } from './plans';

/** What the API needs to know of a key that was let in. */
export type AdmittedKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly plan: Plan;
  readonly reservedOverride: boolean;
};

/**
 * What an object without a record may do: ask D1, say that it has none, or ask D1 where the meter of unknown keys of the
 * client's network, an AddressMeter of this name, has room.
 */
export type Leave = 'free' | 'none' | { readonly meter: string };

export type Admission =
  | { readonly outcome: 'not-loaded' }
  /** `refusedUntil`: D1 was not asked, because the network's meter is full until then, epoch milliseconds. */
  | { readonly outcome: 'unknown'; readonly refusedUntil?: number }
  | {
      readonly outcome: 'admitted' | 'window-exceeded' | 'month-exceeded';
      readonly key: AdmittedKey;
      readonly reading: RateLimitStatus;
      /** The month the call was charged to, for a refund. */
      readonly month: number;
      /** Null where no Idempotency-Key was sent or the call was not admitted. */
      readonly lease: Lease | null;
    };

/** The admission of a key that exists and may be used, whether or not this call fits its limits. */
export type KnownAdmission = Exclude<Admission, { outcome: 'unknown' | 'not-loaded' }>;

/** An Idempotency-Key as the object is told of it: by its digest, with the seed of this run, should it be the first. */
export type LeaseRequest = { readonly key: string; readonly draw: IdempotencySeed };

/** By digest of a text, the beginning of the hour of its last call (epoch milliseconds). */
export type UsedAt = Readonly<Record<string, number>>;

/** What a key has used by now. `lastUsedAt` is of the last call that was let in; null before the first. */
export type KeyUse = {
  readonly reading: RateLimitStatus;
  readonly lastUsedAt: number | null;
  /** The same of each text, to the hour. Absent where the object is still of version 0.10. */
  readonly textsUsedAt?: UsedAt;
};

/** What is owed to the object after an answer: a refund, a lease to settle, or both, in one call. */
export type Settlement = {
  /** The month to refund the call to; null where it stays charged. */
  readonly refundMonth: number | null;
  readonly lease: { readonly key: string; readonly leasedAt: number; readonly answer: KeptResponse | null } | null;
};
