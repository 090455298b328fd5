/** A key's texts in D1: given a new one, and ended. A key has two at most, and none ends unasked (docs/adr/0034). */
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

/** What a caller knows of the texts that a rotation meets. */
export type Expectation = {
  /** The mark of the text that is to be replaced. Unset: whichever is the current one. */
  readonly current?: string | undefined;
  /**
   * What becomes of an older text that still works. True: it ends at once. False, without a grace: it keeps its end, and
   * the current text, which nobody got hold of, ends at once. Unset, or false with a grace: the rotation is refused.
   */
  readonly endsPrevious?: boolean | undefined;
};

/**
 * Gives a key a new text. The one it had stays valid for the grace; both share one window and one month. The new text
 * is in the answer and nowhere else.
 * @param secret the random part of the new text; the same once more is the same rotation, done once
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

/** A text that was never shown must not stand in the way of the call's repetition, nor end one that is in use. */
async function undoRotation(env: Env, id: string, after: TextColumns, before: TextColumns): Promise<void> {
  await swapTexts(env, id, after, before, ANY_TIME);
  // The object may have the new text, and its reply be lost. One that is away looks at D1 again within a minute of use.
  await pushKey(env, id).catch((error) => logFault(error, { doing: 'undo rotation', key: id }));
}

/** An earlier run with the same secret got this far. */
async function pushed(env: Env, key: Key, { text }: MintedKey): Promise<{ key: Key; text: string }> {
  if (key.status === 'revoked') throw new Refusal('KEY_REVOKED');
  await pushKey(env, key.id);
  return { key, text };
}

/** The current text becomes the previous one. No grace ends in the past, whatever the clock of the object says. */
function rotated(before: TextColumns, minted: MintedKey, graceSeconds: number, now: number): TextColumns {
  const previousEndsAt = graceSeconds === 0 ? 0 : now + graceSeconds * 1000;
  return withLastFours(before, minted, { previousDigest: before.digest, previousEndsAt });
}

/** The current text ends, and the previous one stays what it was. */
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

/** For a previous text that may still live, however long. */
const ANY_TIME = Number.MAX_SAFE_INTEGER;

/**
 * Puts texts in place of others, if they are there and the previous one ends by `endsBy`; false where not. The texts that
 * were read must still be there: of rotations at once one meets its row, and the others none.
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
 * Ends a key's previous text: no call with it that is sent after this returned is let in. Where it has ended, nothing
 * changes but that the object is told again, so that a call whose push failed can be made again.
 * @param mark of the text that is meant; another one in its place stays. Unset: whichever it is
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
