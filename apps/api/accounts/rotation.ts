/**
 * Rotation of keys in D1 (specification 12.5). A key has two texts at most, and no text ends unless the caller says so
 * (docs/adr/0034).
 */
import { and, eq, isNotNull, ne, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { keys } from '#api/database/schema';
import { isSame, oneMore } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import { type MintedKey, mintKey, newSecret } from '#secrets/key-text';
import { logFault } from '#store/log-fault';
import { pushKey } from './key-push';
import { MARK_LENGTH, type TextColumns, textsOf } from './key-texts';
import { type Key, keyOf } from './keys';

/** What a caller expects of the texts that a key has before the rotation. */
export type Expectation = {
  /** The mark of the text to replace. Unset: the current one, whichever it is. */
  readonly current?: string | undefined;
  /**
   * The fate of an older text that still works. True: it ends at once. False with no grace: it keeps its end, and the
   * current text ends at once; that is for a current text that was lost. Unset, or false with a grace: refused.
   */
  readonly endsPrevious?: boolean | undefined;
};

/**
 * Gives a key a new text, and returns it; it is stored nowhere. The text it had works on for the grace, and both share
 * one window and one month.
 * @param secret the random part of the new text; a repetition with the same secret rotates once
 * @throws Refusal KEY_NOT_FOUND, KEY_REVOKED, KEY_ROTATED, ROTATION_UNDER_WAY
 */
export async function rotateKey(
  env: Env,
  id: string,
  graceSeconds: number,
  now: number,
  { current, endsPrevious }: Expectation = {},
  secret = newSecret(),
): Promise<{ key: Key; text: string }> {
  const [before, minted] = await Promise.all([keyOf(env, id), mintKey(id, secret)]);
  if (before.digest === minted.digest) return pushed(env, before, minted);
  if (current !== undefined && current !== textsOf(before, now).current.mark) throw new Refusal('KEY_ROTATED');
  const keepsPrevious = endsPrevious === false && graceSeconds === 0;
  const after = keepsPrevious ? replaced(before, minted) : rotated(before, minted, graceSeconds, now);
  const mayLive = keepsPrevious || endsPrevious === true;
  if (!(await swapTexts(env, id, before, after, mayLive ? ANY_TIME : now))) await refuseRotation(env, id, now, mayLive);
  try {
    await pushKey(env, id);
  } catch (error) {
    await undoRotation(env, id, after, before);
    throw error;
  }
  return { key: await keyOf(env, id), text: minted.text };
}

/** Puts the former texts back. A text that the caller never got must neither end one in use nor block a repetition. */
async function undoRotation(env: Env, id: string, after: TextColumns, before: TextColumns): Promise<void> {
  await swapTexts(env, id, after, before, ANY_TIME);
  // The object may have the new text, although its reply was lost. An unreachable one reads D1 again within a minute.
  await pushKey(env, id).catch((error) => logFault(error, { doing: 'undo rotation', key: id }));
}

/** Finishes a rotation that an earlier run with the same secret has committed: it pushes the key. */
async function pushed(env: Env, key: Key, { text }: MintedKey): Promise<{ key: Key; text: string }> {
  if (key.status === 'revoked') throw new Refusal('KEY_REVOKED');
  await pushKey(env, key.id);
  return { key, text };
}

/**
 * The texts after a rotation: the current one becomes the previous one. Without a grace its end is 0, past on every
 * clock.
 */
function rotated(before: TextColumns, minted: MintedKey, graceSeconds: number, now: number): TextColumns {
  const previousEndsAt = graceSeconds === 0 ? 0 : now + graceSeconds * 1000;
  return withLastFours(before, minted, { previousDigest: before.digest, previousEndsAt });
}

/** The texts after a replacement: the current text ends at once, and the previous one keeps its end. */
const replaced = (before: TextColumns, minted: MintedKey): TextColumns => withLastFours(before, minted, before);

function withLastFours(
  { lastFours }: TextColumns,
  { digest, lastFour }: MintedKey,
  { previousDigest, previousEndsAt }: Pick<TextColumns, 'previousDigest' | 'previousEndsAt'>,
): TextColumns {
  const ofPrevious = Object.entries(lastFours).filter(([one]) => one === previousDigest);
  return {
    digest,
    previousDigest,
    previousEndsAt,
    lastFours: { ...Object.fromEntries(ofPrevious), [digest]: lastFour },
  };
}

/** An `endsBy` that allows any end of the previous text. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/**
 * Replaces the texts `from` by `to`, if the row still has `from` and its previous text ends by `endsBy`. Of simultaneous
 * rotations only one finds the row so.
 * @returns whether the row was changed
 */
async function swapTexts(env: Env, id: string, from: TextColumns, to: TextColumns, endsBy: number): Promise<boolean> {
  const { digest, previousDigest, previousEndsAt, lastFours } = to;
  const isThere = and(
    eq(keys.digest, from.digest),
    isSame(keys.previousDigest, from.previousDigest),
    sql`coalesce(${keys.previousEndsAt}, 0) <= ${endsBy}`,
  );
  const swapped = await databaseOf(env.DB)
    .update(keys)
    .set({ digest, previousDigest, previousEndsAt, lastFours, version: oneMore(keys.version) })
    .where(and(eq(keys.id, id), ne(keys.status, 'revoked'), isThere))
    .returning({ id: keys.id });
  return swapped.length > 0;
}

async function refuseRotation(env: Env, id: string, now: number, mayLive: boolean): Promise<never> {
  const key = await keyOf(env, id);
  if (key.status === 'revoked') throw new Refusal('KEY_REVOKED');
  const { previous } = textsOf(key, now);
  if (previous === null || mayLive) throw new Refusal('KEY_ROTATED');
  throw new Refusal('ROTATION_UNDER_WAY', { detail: new Date(previous.worksUntil).toISOString() });
}

/**
 * Ends a key's previous text: every request with it that is sent after this returned is 401. Where there is none, the key
 * is pushed all the same, because an earlier push may have failed.
 * @param mark the mark of the text to end; another previous text stays. Unset: the previous text, whichever it is
 * @throws Refusal KEY_NOT_FOUND; ObjectUnreachable
 */
export async function endPreviousText(env: Env, id: string, mark?: string): Promise<void> {
  const markOfPrevious = sql`substr(${keys.previousDigest}, 1, ${MARK_LENGTH})`;
  const isMeant = mark === undefined ? isNotNull(keys.previousDigest) : eq(markOfPrevious, mark);
  const ofCurrent = sql`json_patch('{}', json_object(${keys.digest}, ${keys.lastFours} ->> ${keys.digest}))`;
  await databaseOf(env.DB)
    .update(keys)
    .set({ previousDigest: null, previousEndsAt: null, lastFours: ofCurrent, version: oneMore(keys.version) })
    .where(and(eq(keys.id, id), isMeant));
  await keyOf(env, id);
  await pushKey(env, id);
}
