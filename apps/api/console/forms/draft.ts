/**
 * The draft of a browser without a session: the page that it requested, or the form that it sent. Sealed cookies store
 * the draft for an hour, because without a sign-in anybody could fill a table. Only the account of the form sees the
 * form again.
 */
import { openText, sealText } from '#secrets/sealed-text';
import type { ConsoleContext } from '../context';
import { clearCookie, readCookie, writeCookie } from '../cookie';
import type { FormState } from './form';

/**
 * `to` is the page of the console that opens after the sign-in. `typed` is the form that was sent; it is null where the
 * browser only requested a page.
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
