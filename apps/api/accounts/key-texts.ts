/**
 * The texts of a key, as they may be shown: the current one and, while its grace lasts, the one before. No text is kept,
 * only its digest and its last four random characters (docs/adr/0034).
 */

import type { LastFours } from '#api/database/schema';
import type { KeyUse } from '#domain/admission';
import type { KeyStatus } from '#domain/key-status';

/** What a row of `keys` says of its texts. */
export type TextColumns = {
  readonly digest: string;
  readonly previousDigest: string | null;
  readonly previousEndsAt: number | null;
  readonly lastFours: LastFours;
};

type KeyText = {
  /** Names the text in a form: the beginning of its digest, which opens nothing. */
  readonly mark: string;
  /** Null: made before version 0.11. */
  readonly lastFour: string | null;
  /** The beginning of the hour of its last call, epoch milliseconds. Null: none is known of. */
  readonly lastUsedAt: number | null;
};
export type CurrentText = KeyText & { readonly worksUntil: null };
export type PreviousText = KeyText & { /** Epoch milliseconds. */ readonly worksUntil: number };
export type KeyTexts = { readonly current: CurrentText; readonly previous: PreviousText | null };

/** Characters of a digest that are its mark: 72 bits. */
export const MARK_LENGTH = 12;

/**
 * The texts of a key that work at `now`, or would if the key were switched on.
 * @param use what the key's object has told; without it nothing is known of their use
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
