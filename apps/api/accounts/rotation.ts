/**
 * Rotation of keys in D1 (specification 12.5). A key has a current text and, until its grace ends, a previous one. A
 * text stops working before its end only if the caller says so (docs/design/keys-and-metering.md).
 */
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { isSame, oneMore, openDatabase } from '#api/database/database';
import { type EventStatements, logEvent, undoLog, withLog } from '#api/database/events';
import { keys } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { Actor } from '#domain/account-events';
import type { KeyUse } from '#domain/admission';
import type { KeyStatus } from '#domain/key-rights';
import { Refusal } from '#domain/refusal';
import { type MintedKey, mintKey, newSecret } from '#secrets/key-text';
import { logFault } from '#store/faults';
import { pushKey } from './key-push';
import { findKey, type Key } from './keys';

/** The texts that a caller expects the key to have before the rotation. */
export type Expectation = {
  /** The mark of the text to replace. Unset: the rotation replaces any current text. */
  readonly current?: string | undefined;
  /**
   * What happens to a previous text that still works. True: it ends at once. False without a grace: it keeps its end,
   * and the current text ends at once, for a caller who lost the current text. Otherwise the rotation is refused.
   */
  readonly endsPrevious?: boolean | undefined;
};

/**
 * Gives a key a new text. No store holds the returned text. The former text works until the grace ends, and both texts
 * share one window and one month.
 * @param secret the random part of the new text; repeated calls with the same secret rotate once
 * @throws Refusal KEY_NOT_FOUND, KEY_REVOKED, KEY_ROTATED, ROTATION_UNDER_WAY
 */
export async function rotateKey(
  env: Env,
  id: string,
  graceSeconds: number,
  by: Actor,
  now: number,
  { current, endsPrevious }: Expectation = {},
  secret = newSecret(),
): Promise<{ key: Key; text: string }> {
  const [before, minted] = await Promise.all([findKey(env, id), mintKey(id, secret)]);
  if (before.digest === minted.digest) return finishRotation(env, before, minted);
  if (current !== undefined && current !== readTexts(before, now).current.mark) throw new Refusal('KEY_ROTATED');
  const replacesLostText = endsPrevious === false && graceSeconds === 0;
  const after = replacesLostText ? replaced(before, minted) : rotated(before, minted, graceSeconds, now);
  const previousMayWork = replacesLostText || endsPrevious === true;
  const { accountId, name } = before;
  const event = { accountId, kind: 'key.rotated', actor: by, subject: id, name } as const;
  const endsBy = previousMayWork ? ANY_TIME : now;
  const isSwapped = await withLog(logEvent(env, event, now), (log) => swapTexts(env, id, before, after, endsBy, log));
  if (!isSwapped) await refuseRotation(env, id, now, previousMayWork);
  try {
    await pushKey(env, id);
  } catch (error) {
    await withLog(undoLog(env, event, now), (log) => undoRotation(env, id, after, before, log));
    throw error;
  }
  return { key: await findKey(env, id), text: minted.text };
}

/** Restores the former texts: the caller never got the new text, so it must not end a text in use or block a retry. */
async function undoRotation(
  env: Env,
  id: string,
  after: TextColumns,
  before: TextColumns,
  log: EventStatements,
): Promise<void> {
  await swapTexts(env, id, after, before, ANY_TIME, log);
  // The object may have the new text, if only its response was lost. An unreachable object reads D1 again within a
  // minute.
  await pushKey(env, id).catch((error) => logFault(error, { doing: 'undo rotation', key: id }));
}

/** Finishes a rotation that an earlier call with the same secret has stored: it pushes the key. */
async function finishRotation(env: Env, key: Key, { text }: MintedKey): Promise<{ key: Key; text: string }> {
  if (key.status === 'revoked') throw new Refusal('KEY_REVOKED');
  await pushKey(env, key.id);
  return { key, text };
}

/**
 * The texts after a rotation: the current text becomes the previous text. Without a grace its end is 0, which every
 * clock has passed.
 */
function rotated(before: TextColumns, { digest, lastFour }: MintedKey, graceSeconds: number, now: number): TextColumns {
  const previousEndsAt = graceSeconds === 0 ? 0 : now + graceSeconds * 1000;
  return { digest, lastFour, previousDigest: before.digest, previousLastFour: before.lastFour, previousEndsAt };
}

/** The texts after a replacement: the current text ends at once, and the previous one keeps its end. */
const replaced = (before: TextColumns, { digest, lastFour }: MintedKey): TextColumns => ({
  ...before,
  digest,
  lastFour,
});

/** The value of `endsBy` that allows any end of the previous text. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/**
 * Replaces the texts `from` by `to`, if the row still has `from` and its previous text ends by `endsBy`. Only one of
 * simultaneous rotations finds such a row.
 * @param log the statements that log the change, or undo that
 * @returns whether the row was changed
 */
async function swapTexts(
  env: Env,
  id: string,
  from: TextColumns,
  to: TextColumns,
  endsBy: number,
  log: EventStatements,
): Promise<boolean> {
  const { digest, lastFour, previousDigest, previousLastFour, previousEndsAt } = to;
  const hasTexts = and(
    eq(keys.digest, from.digest),
    isSame(keys.previousDigest, from.previousDigest),
    sql`coalesce(${keys.previousEndsAt}, 0) <= ${endsBy}`,
  );
  const db = openDatabase(env.DB);
  const swap = db
    .update(keys)
    .set({ digest, lastFour, previousDigest, previousLastFour, previousEndsAt, version: oneMore(keys.version) })
    .where(and(eq(keys.id, id), ne(keys.status, 'revoked'), hasTexts))
    .returning({ id: keys.id });
  const [swapped] = await db.batch([swap, ...log]);
  return swapped.length > 0;
}

async function refuseRotation(env: Env, id: string, now: number, previousMayWork: boolean): Promise<never> {
  const key = await findKey(env, id);
  if (key.status === 'revoked') throw new Refusal('KEY_REVOKED');
  const { previous } = readTexts(key, now);
  if (previous === null || previousMayWork) throw new Refusal('KEY_ROTATED');
  throw new Refusal('ROTATION_UNDER_WAY', { detail: new Date(previous.worksUntil).toISOString() });
}

/**
 * Ends a key's previous text: every request that is sent with it after this call returned gets 401. The key is pushed
 * even if it has no previous text, because an earlier push may have failed.
 * @param mark the mark of the text to end; a previous text with another mark stays. Unset: any previous text ends
 * @throws Refusal KEY_NOT_FOUND; ObjectUnreachable
 */
export async function endPreviousText(env: Env, id: string, by: Actor, now: number, mark?: string): Promise<void> {
  const { accountId, name } = await findKey(env, id);
  const event = { accountId, kind: 'key.text-ended', actor: by, subject: id, name } as const;
  const markOfPrevious = sql`substr(${keys.previousDigest}, 1, ${MARK_LENGTH})`;
  const isTextToEnd = mark === undefined ? isNotNull(keys.previousDigest) : eq(markOfPrevious, mark);
  const update = openDatabase(env.DB)
    .update(keys)
    .set({ previousDigest: null, previousLastFour: null, previousEndsAt: null, version: oneMore(keys.version) })
    .where(and(eq(keys.id, id), isTextToEnd));
  await withLog(logEvent(env, event, now), (log) => openDatabase(env.DB).batch([update, ...log]));
  await pushKey(env, id);
}

/** The columns of `keys` about its texts. */
type TextColumns = {
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
const MARK_LENGTH = 12;

/**
 * Returns the texts of a key whose grace has not ended at `now`. An inactive key has them too, although none is
 * accepted.
 * @param use the use that the key's object returned; without it `lastUsedAt` is null
 */
export function readTexts(
  key: TextColumns & { readonly status: KeyStatus },
  now: number,
  use?: KeyUse | null,
): KeyTexts {
  const { digest, lastFour, previousDigest, previousLastFour, previousEndsAt, status } = key;
  const makeText = (one: string, four: string): KeyText => ({
    mark: one.slice(0, MARK_LENGTH),
    lastFour: four,
    lastUsedAt: use?.textsUsedAt[one] ?? null,
  });
  const current = { ...makeText(digest, lastFour), worksUntil: null };
  if (status === 'revoked' || previousDigest === null || previousLastFour === null || previousEndsAt === null)
    return { current, previous: null };
  const isInGrace = now < previousEndsAt;
  return {
    current,
    previous: isInGrace ? { ...makeText(previousDigest, previousLastFour), worksUntil: previousEndsAt } : null,
  };
}
