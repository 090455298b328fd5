/**
 * The secrets that a form issues to the browser: the text of a key, or the token of a session. No store holds them.
 * They are derived from the run (run-once.ts), so a repeated form issues the same secret for two minutes.
 */

import { mintToken } from '#api/sign-in/token';
import { keySecretFrom } from '#secrets/key-secret';
import { mintKey } from '#secrets/key-text';
import { openText, sealText } from '#secrets/sealed-text';
import type { ConsoleContext } from '../context';
import { type Cookie, clearCookie, readCookie, writeCookie } from '../cookie';
import { clearDraft } from './draft';

/** A secret to issue. `keepsDraft` leaves the draft to the page that shows it (draft.ts). */
export type IssuedSecret =
  | { readonly kind: 'session'; readonly keepsDraft: boolean }
  | { readonly kind: 'key'; readonly keyId: string };

/** How long a repeated form issues its secret, and how long the text of a key can be shown. */
export const SECRET_LASTS_MS = 120_000;
export const SECRET_LASTS_MINUTES = SECRET_LASTS_MS / 60_000;

/**
 * Writes the secret into a cookie. It writes the token of a session as it is, and the text of a key sealed.
 * @param seed the run's `secretSeed`
 * @param until when the text of a key expires, epoch milliseconds
 */
export async function writeSecretCookie(
  c: ConsoleContext,
  issued: IssuedSecret,
  seed: string,
  until: number,
): Promise<void> {
  if (issued.kind === 'session') {
    if (!issued.keepsDraft) clearDraft(c);
    return writeCookie(c, (await mintToken(seed)).text);
  }
  const { text } = await mintKey(issued.keyId, keySecretFrom(seed));
  const { peppers } = c.get('config');
  const sealed = await sealText(JSON.stringify({ text, until }), peppers, contextOf(c, issued.keyId));
  writeCookie(c, sealed, cookieOf(issued.keyId), SECRET_LASTS_MS / 1000);
}

/** Reads the text of a key that was issued to this session; null where it has expired, or its cookie was cleared. */
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
