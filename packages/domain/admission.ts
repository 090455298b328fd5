/** The messages between the API worker and the object of an API key. */
import type { IdempotencySeed, KeptResponse, Lease } from './idempotency';
import type { KeyRights } from './key-rights';
import type { DayOfCalls, RateLimitStatus } from './meter';
import type { Plan } from './plans';

/** The fields of an API key that its calls need. */
export type AdmittedKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly plan: Plan;
  readonly reservedOverride: boolean;
  readonly rights: KeyRights;
};

/**
 * Whether the object of a key may read D1 if it has no record of the key. `free`: always. `none`: never; it returns
 * `not-loaded`. `meter`: only while the AddressMeter of this name has room. That meter counts the unknown keys of the
 * client's wide network, and of `network` in it.
 */
export type LookupPermission = 'free' | 'none' | { readonly meter: string; readonly network: string };

export type Admission =
  | { readonly outcome: 'not-loaded' }
  /**
   * `refusedUntil`: the network's meter is full until then, epoch milliseconds; `isWide`: for the whole wide network.
   * D1 was not read. `origins`: the origins of a key that has expired or is not active, if its text was right.
   */
  | {
      readonly outcome: 'unknown';
      readonly refusedUntil?: number;
      readonly isWide?: boolean;
      readonly origins?: readonly string[] | null;
    }
  | {
      readonly outcome: 'admitted' | 'window-exceeded' | 'month-exceeded';
      readonly key: AdmittedKey;
      readonly reading: RateLimitStatus;
      /** The month the call was charged to, for a refund. */
      readonly month: number;
      /** Null without an Idempotency-Key, and for a call that was not admitted. */
      readonly lease: Lease | null;
    };

/** The result for a call with a valid key: the call is admitted, or refused by the limits of the key. */
export type KnownAdmission = Exclude<Admission, { outcome: 'unknown' | 'not-loaded' }>;

/**
 * An Idempotency-Key in a message to the object. `key` is its digest. The object uses `seed` if this run is the
 * first.
 */
export type LeaseRequest = { readonly key: string; readonly seed: IdempotencySeed };

/**
 * The hour of the last call with each key text, by the digest of the text. An hour is given by its beginning, in epoch
 * milliseconds.
 */
export type UsedAt = Readonly<Record<string, number>>;

/**
 * What a key has used so far. `lastUsedAt` is the time of the last admitted call, epoch milliseconds; null before the
 * first call.
 */
export type KeyUse = {
  readonly reading: RateLimitStatus;
  readonly lastUsedAt: number | null;
  /** The hour of the last call with each key text. */
  readonly textsUsedAt: UsedAt;
  /** The days with calls of the last thirty days, oldest first. */
  readonly days: readonly DayOfCalls[];
};

/** What the API worker sends to the object after the response, in one call: a refund, a lease to settle, or both. */
export type Settlement = {
  /** The month to refund the call to; null where it stays charged. */
  readonly refundMonth: number | null;
  readonly lease: { readonly key: string; readonly leasedAt: number; readonly response: KeptResponse | null } | null;
};
