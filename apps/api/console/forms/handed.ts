/**
 * Secrets that a form hands over: the text of a key, the token of a session. Nothing keeps them: they follow from the run
 * (once.ts), so whoever repeats the form is handed the same, for two minutes.
 */

import { keySecretFrom } from '#api/links/generated-code';
import { mintToken } from '#api/sign-in/token';
import { mintKey } from '#secrets/key-text';
import { openText, sealText } from '#secrets/sealed-text';
import type { ConsoleContext } from '../context';
import { type Cookie, clearCookie, readCookie, writeCookie } from '../cookie';
import { forgetWayBack } from './draft';

export type Handed =
  | { readonly kind: 'session' /** What was typed before is still to be shown. */; readonly keepsDraft: boolean }
  | { readonly kind: 'key'; readonly keyId: string };

/** How long a text may be shown again to the browser that made it. */
export const HANDED_FOR_MS = 120_000;
export const FOR_MINUTES = HANDED_FOR_MS / 60_000;

/**
 * Hands over what follows from a run's seed, once more too.
 * @param until epoch milliseconds
 */
export async function handOver(c: ConsoleContext, handed: Handed, seed: string, until: number): Promise<void> {
  if (handed.kind === 'session') {
    if (!handed.keepsDraft) forgetWayBack(c);
    return writeCookie(c, (await mintToken(seed)).text);
  }
  const { text } = await mintKey(handed.keyId, keySecretFrom(seed));
  const { peppers } = c.get('config');
  const sealed = await sealText(JSON.stringify({ text, until }), peppers, contextOf(c, handed.keyId));
  writeCookie(c, sealed, cookieOf(handed.keyId), HANDED_FOR_MS / 1000);
}

/** The text of a key that was handed to this session; null once its time is over, or it was put away. */
export async function handedText(c: ConsoleContext, keyId: string): Promise<string | null> {
  const sealed = readCookie(c, cookieOf(keyId));
  const opened = sealed === undefined ? null : await openText(sealed, c.get('config').peppers, contextOf(c, keyId));
  if (opened === null) return null;
  const { text, until } = JSON.parse(opened) as { text: string; until: number };
  return c.get('now') < until ? text : null;
}

/** Forgets the text of a key. */
export function putAway(c: ConsoleContext, keyId: string): void {
  if (readCookie(c, cookieOf(keyId)) !== undefined) clearCookie(c, cookieOf(keyId));
}

/** Sent to the pages of that key only. */
const cookieOf = (keyId: string): Cookie => ({ name: 'console-text', path: `/console/keys/${keyId}` });
const contextOf = (c: ConsoleContext, keyId: string): string => `key text ${c.get('sessionId')} ${keyId}`;
