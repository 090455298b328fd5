/**
 * What somebody typed before their session ended, and where they wanted to go: sealed, for an hour, in their own browser,
 * so that nobody fills a table of ours without being signed in. It opens for the same account only.
 */
import { openText, sealText } from '#secrets/sealed-text';
import type { ConsoleContext } from '../context';
import { clearCookie, readCookie, writeCookie } from '../cookie';
import type { FormState } from './form';

/** The way back: a path of the console, and what was typed for a form of it, if anything was. */
export type WayBack = {
  readonly to: string;
  readonly typed: {
    readonly accountId: string;
    readonly state: FormState;
  } | null;
};

const COOKIE = 'console-way';
const LASTS_MS = 3_600_000;
/** A browser keeps 4,096 bytes a cookie, and servers take some 16 KB of headers. */
const PIECE = 3_600;
const MAX_PIECES = 3;
const CONTEXT = 'way back';

const PIECES = Array.from({ length: MAX_PIECES }, (_, index) => ({ name: `${COOKIE}-${index}` }));

/** Keeps the way back. False where what was typed is too long to be kept; the way is, then. */
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

/** The way back that this browser keeps; null for none. */
export async function wayBackOf(c: ConsoleContext): Promise<WayBack | null> {
  const sealed = PIECES.map((cookie) => readCookie(c, cookie) ?? '').join('');
  const opened = sealed === '' ? null : await openText(sealed, c.get('config').peppers, CONTEXT);
  if (opened === null) return null;
  const { until, ...way } = JSON.parse(opened) as WayBack & { until: number };
  return c.get('now') < until ? way : null;
}

export function forgetWayBack(c: ConsoleContext): void {
  for (const cookie of PIECES) if (readCookie(c, cookie) !== undefined) clearCookie(c, cookie);
}
