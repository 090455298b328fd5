/**
 * One-time tokens of forms. A form that is sent twice with one token gets the first result again (run-once.ts). A token
 * names its account, so that a page of one account changes nothing in another. Tokens do not protect against forged
 * forms; middleware/same-origin.ts does.
 */
import { customAlphabet } from 'nanoid';
import { RESPONSE_KEPT_MS } from '#domain/idempotency';
import type { ConsoleContext } from '../context';

const newSecret = customAlphabet('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', 32);

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
