/** A link as the whole house speaks of it. Moments are epoch milliseconds. */

/** Characters of a destination as it is sent, and again in its parsed form, in which an é has six (docs/adr/0020). */
export const MAX_URL_LENGTH = 8_192;

/** Why a link no longer redirects although it once did (specification 5.6). */
export const GONE_REASONS = ['TIME', 'CLICKS', 'DELETED'] as const;
export type GoneReason = (typeof GONE_REASONS)[number];

/** Everything the truth (D1) holds of a link. */
export type Link = {
  /** The code: lower case, what the row and the entry are filed under. */
  readonly code: string;
  /** The alias as typed; null for a generated code. */
  readonly alias: string | null;
  /** Identity. A code that its owner takes again gets a new id, so old clicks and passwords never apply. */
  readonly id: string;
  readonly accountId: string;
  /** The destination exactly as sent (trimmed). */
  readonly url: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly maxClicks: number | null;
  /** Stored text of the password's hash; never the password. */
  readonly password: string | null;
  /** Set once the link is spent or deleted. Expiry by time needs no mark: the clock decides. */
  readonly gone: GoneReason | null;
  /** Why the link is blocked, while it is: the operator's reason, or `threat`. */
  readonly blocked: string | null;
  /** Grows with every change of the row: a higher one always wins. */
  readonly version: number;
};

/** Whether a link's time is over at `now`. The last living millisecond is the one before `expiresAt`. */
export const hasExpired = (expiresAt: number | null | undefined, now: number): boolean =>
  expiresAt != null && now >= expiresAt;
