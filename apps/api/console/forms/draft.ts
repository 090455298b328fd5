/**
 * Drafts: the page that a browser wanted when its session had ended, and what was typed there. Sealed cookies keep it for
 * an hour, and not a table, which could be filled without a sign-in. What was typed is shown to the same account only.
 */
import { openText, sealText } from '#secrets/sealed-text';
import type { ConsoleContext } from '../context';
import { clearCookie, readCookie, writeCookie } from '../cookie';
import type { FormState } from './form';

/** The path of the console to return to, and the form that was sent there; null where only a page was opened. */
type WayBack = {
  readonly to: string;
  readonly typed: {
    readonly accountId: string;
    readonly state: FormState;
  } | null;
};

const COOKIE = 'console-way';
const LASTS_MS = 3_600_000;
/** A browser stores 4,096 bytes a cookie, and servers accept some 16 KB of headers. */
const PIECE = 3_600;
const MAX_PIECES = 3;
const CONTEXT = 'way back';

const PIECES = Array.from({ length: MAX_PIECES }, (_, index) => ({ name: `${COOKIE}-${index}` }));

/** Writes the way back into cookies. @returns false where it is too long for them; then none is kept */
export async function keepWayBack(c: ConsoleContext, way: WayBack): Promise<boolean> {
  const text = JSON.stringify({ ...way, until: c.get('now') + LASTS_MS });
  const sealed = await sealText(text, c.get('config').peppers, CONTEXT);
  if (sealed.length > PIECE * MAX_PIECES) {
    forgetWayBack(c);
    return false;
  }
  for (const [index, cookie] of PIECES.entries()) {
    const piece = sealed.slice(index * PIECE, (index + 1) * PIECE);
    if (piece !== '') writeCookie(c, piece, cookie, LASTS_MS / 1000);
    else if (readCookie(c, cookie) !== undefined) clearCookie(c, cookie);
  }
  return true;
}

/** Reads the way back from the cookies; null where there is none, or it has expired. */
export async function wayBackOf(c: ConsoleContext): Promise<WayBack | null> {
  const sealed = PIECES.map((cookie) => readCookie(c, cookie) ?? '').join('');
  const opened = sealed === '' ? null : await openText(sealed, c.get('config').peppers, CONTEXT);
  if (opened === null) return null;
  const { until, ...way } = JSON.parse(opened) as WayBack & { until: number };
  return c.get('now') < until ? way : null;
}

/** Clears the cookies of the way back. */
export function forgetWayBack(c: ConsoleContext): void {
  for (const cookie of PIECES) if (readCookie(c, cookie) !== undefined) clearCookie(c, cookie);
}
