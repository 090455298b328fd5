/** A link, as every package uses it. Moments are epoch milliseconds. */

/**
 * How many characters a destination may have, both as it is sent and in its parsed form. In the parsed form an é has
 * six characters (docs/design/cost-limits.md).
 */
export const MAX_URL_LENGTH = 8_192;

/** Why a link no longer redirects although it once did (specification 5.6). */
export const GONE_REASONS = ['TIME', 'CLICKS', 'DELETED'] as const;
export type GoneReason = (typeof GONE_REASONS)[number];

/** Everything that D1 stores of a link. */
export type Link = {
  /** The code in lower case, the key of the row and of the edge entry. */
  readonly code: string;
  /** The alias as typed; null for a generated code. */
  readonly alias: string | null;
  /**
   * The id. Where the owner takes a code again, the new link has a new id, so that old clicks and passwords never apply
   * to it.
   */
  readonly id: string;
  readonly accountId: string;
  /** The destination exactly as sent (trimmed). */
  readonly url: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly maxClicks: number | null;
  /** The stored text of the password's hash; null without a password. */
  readonly password: string | null;
  /** Why the link is dead: it is spent or deleted. Null for an expired link, because the clock decides on expiry. */
  readonly gone: GoneReason | null;
  /** Why the link is blocked: the operator's reason, or `threat`. Null for a link that is not blocked. */
  readonly blocked: string | null;
  /** It grows with every change of the row. Of two versions the higher one is valid. */
  readonly version: number;
};

/** Whether a link has expired at `now`. The last millisecond in which it redirects is the one before `expiresAt`. */
export const hasExpired = (expiresAt: number | null | undefined, now: number): boolean =>
  expiresAt != null && now >= expiresAt;
