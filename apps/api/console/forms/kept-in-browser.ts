/**
 * What a browser keeps for forms: their one-time tokens, the draft from before a sign-in, the secrets of refused forms,
 * and the secrets that forms issue.
 */

import { customAlphabet } from 'nanoid';
import { mintToken } from '#api/sign-in/sessions';
import { RESPONSE_KEPT_MS } from '#domain/idempotency';
import { makeKeySecret } from '#secrets/from-seed';
import { mintKey } from '#secrets/key-text';
import { openText, sealText } from '#secrets/pepper';
import { type ConsoleContext, type Cookie, clearCookie, readCookie, writeCookie } from '../context';
import type { Fields, FormState, Forms } from './form';

/**
 * Generates the token of the forms, and takes the draft of this page out of its cookies. The form shows a draft of this
 * account only.
 */
export async function readForms(c: ConsoleContext): Promise<Forms> {
  const token = pageToken(c);
  const draft = await readDraft(c);
  if (draft?.typed == null || draft.to.replace(/\?.*$/, '') !== new URL(c.req.url).pathname)
    return { token, state: undefined };
  clearDraft(c);
  if (draft.typed.accountId !== c.get('account')?.id) return { token, state: undefined };
  return { token, state: draft.typed.state };
}

const newSecret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

/**
 * The one-time token of a form. A form that is sent twice with one token gets the first result again (run-once.ts). The
 * token names its account, so that a page of one account changes nothing in another. It does not protect against forged
 * forms; sameOrigin does.
 */
export type FormToken = {
  readonly text: string;
  /** Empty on pages without a session. */
  readonly accountId: string;
  /** Epoch milliseconds. */
  readonly issuedAt: number;
};

/** Returns the token for the forms of the response. The first call generates it. */
export function pageToken(c: ConsoleContext): string {
  const token = c.get('formToken') ?? [c.get('account')?.id ?? '', c.get('now').toString(36), newSecret()].join('.');
  c.set('formToken', token);
  return token;
}

const PATTERN = /^([0-9A-Za-z]{0,32})\.([0-9a-z]{1,9})\.[0-9A-Za-z]{32}$/;

/** Parses a token; null for a malformed text. */
export function parseToken(text: string | undefined): FormToken | null {
  const [, accountId, issuedAt] = PATTERN.exec(text ?? '') ?? [];
  if (text === undefined || accountId === undefined || issuedAt === undefined) return null;
  return { text, accountId, issuedAt: Number.parseInt(issuedAt, 36) };
}

/** How far the time of a token may lie in the future, because the clocks of two locations differ. */
const AHEAD_MS = 60_000;

/** Whether a token is still valid. A token expires together with the result that is stored under it. */
export const isUnexpired = ({ issuedAt }: FormToken, now: number): boolean =>
  issuedAt <= now + AHEAD_MS && now < issuedAt + RESPONSE_KEPT_MS;

/**
 * What a browser without a session wanted: `to` is the page that opens after the sign-in, `typed` the form that it
 * sent. Sealed cookies store it for an hour, because without a sign-in anybody could fill a table. Only the account of
 * the form sees it again.
 */
type Draft = {
  readonly to: string;
  readonly typed: {
    readonly accountId: string;
    readonly state: FormState;
  } | null;
};

const COOKIE = 'console-way';
const LASTS_MS = 3_600_000;
/** The most characters of one cookie. Browsers store at most 4,096 bytes a cookie. */
const COOKIE_CHARACTERS = 3_600;
/** The most cookies of a draft. Servers accept some 16 KB of headers. */
const MAX_COOKIES = 3;
const CONTEXT = 'way back';

const COOKIES = Array.from({ length: MAX_COOKIES }, (_, index) => ({ name: `${COOKIE}-${index}` }));

/**
 * Writes a draft into cookies.
 * @returns false where the draft is too long for them; its cookies are cleared then
 */
export async function saveDraft(c: ConsoleContext, draft: Draft): Promise<boolean> {
  const text = JSON.stringify({ ...draft, until: c.get('now') + LASTS_MS });
  const sealed = await sealText(text, c.get('config').peppers, CONTEXT);
  if (sealed.length > COOKIE_CHARACTERS * MAX_COOKIES) {
    clearDraft(c);
    return false;
  }
  for (const [index, cookie] of COOKIES.entries()) {
    const piece = sealed.slice(index * COOKIE_CHARACTERS, (index + 1) * COOKIE_CHARACTERS);
    if (piece !== '') writeCookie(c, piece, cookie, LASTS_MS / 1000);
    else if (readCookie(c, cookie) !== undefined) clearCookie(c, cookie);
  }
  return true;
}

/** Reads the draft from the cookies; null where there is none, or it has expired. */
export async function readDraft(c: ConsoleContext): Promise<Draft | null> {
  const sealed = COOKIES.map((cookie) => readCookie(c, cookie) ?? '').join('');
  const opened = sealed === '' ? null : await openText(sealed, c.get('config').peppers, CONTEXT);
  if (opened === null) return null;
  const { until, ...draft } = JSON.parse(opened) as Draft & { until: number };
  return c.get('now') < until ? draft : null;
}

/** Clears the cookies of the draft. */
export function clearDraft(c: ConsoleContext): void {
  for (const cookie of COOKIES) if (readCookie(c, cookie) !== undefined) clearCookie(c, cookie);
}

const nameSecrets = (c: ConsoleContext, action: string): string => `form secrets ${c.get('sessionId')} ${action}`;

/** Seals the secrets of a refused form into its next page, for an hour, this session and this form. */
export async function sealSecrets(c: ConsoleContext, action: string, secrets: Fields): Promise<FormState['kept']> {
  const names = Object.keys(secrets);
  if (names.length === 0) return undefined;
  const text = JSON.stringify({ secrets, until: c.get('now') + LASTS_MS });
  return { names, sealed: await sealText(text, c.get('config').peppers, nameSecrets(c, action)) };
}

/** Opens what `sealSecrets` has sealed; no secrets for any other text, and after the hour. */
export async function openSecrets(c: ConsoleContext, action: string, sealed: string | undefined): Promise<Fields> {
  const opened = sealed && (await openText(sealed, c.get('config').peppers, nameSecrets(c, action)));
  if (!opened) return {};
  const { secrets, until } = JSON.parse(opened) as { secrets: Fields; until: number };
  return c.get('now') < until ? secrets : {};
}

/**
 * A secret that a form issues to the browser. No store holds it: it is derived from the run (run-once.ts), so a
 * repeated form issues the same one for two minutes. `keepsDraft` leaves the draft to the page that shows it.
 */
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
  const { text } = await mintKey(issued.keyId, makeKeySecret(seed));
  const { peppers } = c.get('config');
  const sealed = await sealText(JSON.stringify({ text, until }), peppers, nameContext(c, issued.keyId));
  writeCookie(c, sealed, nameCookie(issued.keyId), SECRET_LASTS_MS / 1000);
}

/** Reads the text of a key that was issued to this session; null where it has expired, or its cookie was cleared. */
export async function readKeyText(c: ConsoleContext, keyId: string): Promise<string | null> {
  const sealed = readCookie(c, nameCookie(keyId));
  const opened = sealed === undefined ? null : await openText(sealed, c.get('config').peppers, nameContext(c, keyId));
  if (opened === null) return null;
  const { text, until } = JSON.parse(opened) as { text: string; until: number };
  return c.get('now') < until ? text : null;
}

/** Clears the cookie with the text of a key. */
export function clearKeyText(c: ConsoleContext, keyId: string): void {
  if (readCookie(c, nameCookie(keyId)) !== undefined) clearCookie(c, nameCookie(keyId));
}

/** The cookie with the text of a key. Browsers send it to the pages of that key only. */
const nameCookie = (keyId: string): Cookie => ({ name: 'console-text', path: `/console/keys/${keyId}` });
const nameContext = (c: ConsoleContext, keyId: string): string => `key text ${c.get('sessionId')} ${keyId}`;
