/**
 * Secrets that a form hands to the browser: the text of a key, or the token of a session. They are not stored. They are
 * derived from the run (once.ts), so that a repeated form hands over the same secret for two minutes.
 */

import { mintToken } from '#api/sign-in/token';
import { keySecretFrom, mintKey } from '#secrets/key-text';
import { openText, sealText } from '#secrets/sealed-text';
import type { ConsoleContext } from '../context';
import { type Cookie, clearCookie, readCookie, writeCookie } from '../cookie';
import { clearDraft } from './draft';

export type IssuedSecret =
  | { readonly kind: 'session' /** A draft is still to be shown (draft.ts). */; readonly keepsDraft: boolean }
  | { readonly kind: 'key'; readonly keyId: string };

/** How long a secret can be handed over, and the text of a key be shown again. */
export const SECRET_LASTS_MS = 120_000;
export const SECRET_LASTS_MINUTES = SECRET_LASTS_MS / 60_000;

/**
 * Writes the secret into a cookie: a session's token as it is, the text of a key sealed.
 * @param seed the run's `secretSeed`
 * @param until the end of the time to show the text of a key, epoch milliseconds
 */
export async function writeSecretCookie(
  c: ConsoleContext,
  handed: IssuedSecret,
  seed: string,
  until: number,
): Promise<void> {
  if (handed.kind === 'session') {
    if (!handed.keepsDraft) clearDraft(c);
    return writeCookie(c, (await mintToken(seed)).text);
  }
  const { text } = await mintKey(handed.keyId, keySecretFrom(seed));
  const { peppers } = c.get('config');
  const sealed = await sealText(JSON.stringify({ text, until }), peppers, contextOf(c, handed.keyId));
  writeCookie(c, sealed, cookieOf(handed.keyId), SECRET_LASTS_MS / 1000);
}

/** The text of a key that was handed to this session; null once its time is over or its cookie is cleared. */
export async function readKeyText(c: ConsoleContext, keyId: string): Promise<string | null> {
  const sealed = readCookie(c, cookieOf(keyId));
  const opened = sealed === undefined ? null : await openText(sealed, c.get('config').peppers, contextOf(c, keyId));
  if (opened === null) return null;
  const { text, until } = JSON.parse(opened) as { text: string; until: number };
  return c.get('now') < until ? text : null;
}

/** Clears the cookie with the text of a key. */
export function clearKeyText(c: ConsoleContext, keyId: string): void {
  if (readCookie(c, cookieOf(keyId)) !== undefined) clearCookie(c, cookieOf(keyId));
}

/** The cookie with the text of a key. Browsers send it to the pages of that key only. */
const cookieOf = (keyId: string): Cookie => ({ name: 'console-text', path: `/console/keys/${keyId}` });
const contextOf = (c: ConsoleContext, keyId: string): string => `key text ${c.get('sessionId')} ${keyId}`;
