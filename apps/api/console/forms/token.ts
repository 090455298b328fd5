/**
 * One-time tokens of forms. A page draws one; whoever sends a form of it twice with one token gets the first answer
 * (once.ts). A token names its account, so that a page left open over another sign-in changes nothing there. It is no
 * lock against forged forms: that is the origin (middleware/same-origin.ts).
 */
import { customAlphabet } from 'nanoid';
import { RESPONSE_KEPT_MS } from '#domain/idempotency';
import type { ConsoleContext } from '../context';

const newSecret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

export type FormToken = {
  readonly text: string;
  /** Empty before the door. */
  readonly accountId: string;
  readonly drawnAt: number;
};

/** The token of the page that is being shown, drawn when it is first asked for. */
export function drawToken(c: ConsoleContext): string {
  const token = c.get('formToken') ?? [c.get('account')?.id ?? '', c.get('now').toString(36), newSecret()].join('.');
  c.set('formToken', token);
  return token;
}

const FORM = /^([0-9A-Za-z]{0,32})\.([0-9a-z]{1,9})\.[0-9A-Za-z]{32}$/;

/** What a token says; null for a text that is none. */
export function tokenOf(text: string | undefined): FormToken | null {
  const [, accountId, drawnAt] = FORM.exec(text ?? '') ?? [];
  if (text === undefined || accountId === undefined || drawnAt === undefined) return null;
  return { text, accountId, drawnAt: Number.parseInt(drawnAt, 36) };
}

/** Clocks of two edges differ a little. */
const AHEAD_MS = 60_000;

/** Whether a token may be used: no longer than its answer would be remembered. */
export const isInTime = ({ drawnAt }: FormToken, now: number): boolean =>
  drawnAt <= now + AHEAD_MS && now < drawnAt + RESPONSE_KEPT_MS;
