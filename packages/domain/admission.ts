/** The messages between the API worker and the object of an API key. */
import type { IdempotencySeed, KeptResponse, Lease } from './idempotency';
import type { RateLimitStatus } from './meter';
import type { Plan } from './plans';

/** What the API needs to know of the key of an admitted call. */
export type AdmittedKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly plan: Plan;
  readonly reservedOverride: boolean;
};

/**
 * What an object without a record does. `free`: it reads D1. `none`: it returns `not-loaded`. `meter`: it reads D1 only
 * where the meter of unknown keys of the client's network, an AddressMeter of this name, has room.
 */
export type Leave = 'free' | 'none' | { readonly meter: string };

export type Admission =
  | { readonly outcome: 'not-loaded' }
  /** `refusedUntil`: D1 was not read, because the network's meter is full until then, epoch milliseconds. */
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

/** An Idempotency-Key as it is sent to the object: its digest, and the seed that this run uses if it is the first. */
export type LeaseRequest = { readonly key: string; readonly draw: IdempotencySeed };

/** The hour of the last call by digest of a key text: its beginning, epoch milliseconds. */
export type UsedAt = Readonly<Record<string, number>>;

/** What a key has used so far. `lastUsedAt` is the last admitted call, epoch milliseconds; null before the first. */
export type KeyUse = {
  readonly reading: RateLimitStatus;
  readonly lastUsedAt: number | null;
  /** The last call of each key text, to the hour. Absent where the object is still of version 0.10. */
  readonly textsUsedAt?: UsedAt;
};

/** What the API worker sends to the object after the response, in one call: a refund, a lease to settle, or both. */
export type Settlement = {
  /** The month to refund the call to; null where it stays charged. */
  readonly refundMonth: number | null;
  readonly lease: { readonly key: string; readonly leasedAt: number; readonly answer: KeptResponse | null } | null;
};
