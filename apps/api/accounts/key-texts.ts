/**
 * The parts of a key's texts that may be shown. A key has a current text and, until its grace ends, a previous text. D1
 * holds the digest of a text and its last four random characters, but not the text (docs/design/keys-and-metering.md).
 */
import type { KeyUse } from '#domain/admission';
import type { KeyStatus } from '#domain/key-status';

/** The columns of `keys` about its texts. */
export type TextColumns = {
  readonly digest: string;
  readonly lastFour: string;
  readonly previousDigest: string | null;
  readonly previousLastFour: string | null;
  readonly previousEndsAt: number | null;
};

type KeyText = {
  /** The beginning of the text's digest. It identifies the text in a form, and authenticates nobody. */
  readonly mark: string;
  /** The last four random characters; empty after the deletion of the account. */
  readonly lastFour: string;
  /** The beginning of the hour of the text's last call, epoch milliseconds; null if no call is known. */
  readonly lastUsedAt: number | null;
};
export type CurrentText = KeyText & { readonly worksUntil: null };
export type PreviousText = KeyText & { /** Epoch milliseconds. */ readonly worksUntil: number };
export type KeyTexts = { readonly current: CurrentText; readonly previous: PreviousText | null };

/** The length of a mark: 12 characters of base64url, 72 bits. */
export const MARK_LENGTH = 12;

/**
 * Returns the texts of a key whose grace has not ended at `now`. An inactive key has them too, although none is
 * accepted.
 * @param use the use that the key's object returned; without it `lastUsedAt` is null
 */
export function textsOf(key: TextColumns & { readonly status: KeyStatus }, now: number, use?: KeyUse | null): KeyTexts {
  const { digest, lastFour, previousDigest, previousLastFour, previousEndsAt, status } = key;
  const textOf = (one: string, four: string): KeyText => ({
    mark: one.slice(0, MARK_LENGTH),
    lastFour: four,
    lastUsedAt: use?.textsUsedAt[one] ?? null,
  });
  const current = { ...textOf(digest, lastFour), worksUntil: null };
  if (status === 'revoked' || previousDigest === null || previousLastFour === null || previousEndsAt === null)
    return { current, previous: null };
  const isInGrace = now < previousEndsAt;
  return {
    current,
    previous: isInGrace ? { ...textOf(previousDigest, previousLastFour), worksUntil: previousEndsAt } : null,
  };
}
