/**
 * What may be shown of a key's texts: of the current one and, while its grace lasts, of the previous one. A text itself
 * is never stored, only its digest and its last four random characters (docs/adr/0034).
 */

import type { LastFours } from '#api/database/schema';
import type { KeyUse } from '#domain/admission';
import type { KeyStatus } from '#domain/key-status';

/** The columns of `keys` about its texts. */
export type TextColumns = {
  readonly digest: string;
  readonly previousDigest: string | null;
  readonly previousEndsAt: number | null;
  readonly lastFours: LastFours;
};

type KeyText = {
  /** Identifies the text in a form: the beginning of its digest, which opens nothing. */
  readonly mark: string;
  /** Null for a text that was made before version 0.11. */
  readonly lastFour: string | null;
  /** The beginning of the hour of its last call, epoch milliseconds; null where no call is known. */
  readonly lastUsedAt: number | null;
};
export type CurrentText = KeyText & { readonly worksUntil: null };
export type PreviousText = KeyText & { /** Epoch milliseconds. */ readonly worksUntil: number };
export type KeyTexts = { readonly current: CurrentText; readonly previous: PreviousText | null };

/** The length of a mark: 12 characters of base64url, 72 bits. */
export const MARK_LENGTH = 12;

/**
 * The texts of a key that work at `now`, or would if the key were switched on.
 * @param use what the key's object reports; without it `lastUsedAt` is null
 */
export function textsOf(key: TextColumns & { readonly status: KeyStatus }, now: number, use?: KeyUse | null): KeyTexts {
  const { digest, previousDigest, previousEndsAt, lastFours, status } = key;
  const textOf = (one: string): KeyText => ({
    mark: one.slice(0, MARK_LENGTH),
    lastFour: lastFours[one] ?? null,
    lastUsedAt: use?.textsUsedAt?.[one] ?? null,
  });
  const works = status !== 'revoked' && previousEndsAt !== null && now < previousEndsAt;
  return {
    current: { ...textOf(digest), worksUntil: null },
    previous: previousDigest !== null && works ? { ...textOf(previousDigest), worksUntil: previousEndsAt } : null,
  };
}
