/**
 * Passwords of links at rest: PBKDF2-SHA-256 with a salt of its own, then an HMAC with a secret pepper, so that a stolen
 * database alone cannot be searched. 100,000 rounds is what Workers allow (github.com/cloudflare/workerd/issues/1346).
 */
import { base64url, fromBase64url } from './digest';

/** Production refuses more, local workerd does not: a test holds this. */
const PBKDF2_ROUNDS = 100_000;
const SALT_BYTES = 16;

const encoder = new TextEncoder();

/** The text to store: `$pbkdf2-sha256$i=ROUNDS$SALT$HASH`. It holds nothing readable of the password. */
export async function hashPassword(password: string, pepper: string): Promise<string> {
  const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES));
  const hash = await derive(password, salt, PBKDF2_ROUNDS, pepper);
  return `$pbkdf2-sha256$i=${PBKDF2_ROUNDS}$${base64url(salt)}$${base64url(hash)}`;
}

async function derive(
  password: string,
  salt: Uint8Array<ArrayBuffer>,
  rounds: number,
  pepper: string,
): Promise<ArrayBuffer> {
  // NFC: the same word typed on two keyboards is the same bytes.
  const secret = await crypto.subtle.importKey('raw', encoder.encode(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: rounds },
    secret,
    256,
  );
  const key = await crypto.subtle.importKey('raw', encoder.encode(pepper), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return crypto.subtle.sign('HMAC', key, bits);
}

const STORED = /^\$pbkdf2-sha256\$i=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** Whether a password is the one a stored text was made of, by the rounds and the salt that stand in it. */
export async function verifyPassword(password: string, stored: string, pepper: string): Promise<boolean> {
  const [, rounds, salt = '', hash = ''] = STORED.exec(stored) ?? [];
  if (rounds === undefined) return false;
  const derived = await derive(password, fromBase64url(salt), Number(rounds), pepper);
  const expected = fromBase64url(hash);
  return derived.byteLength === expected.byteLength && crypto.subtle.timingSafeEqual(derived, expected);
}
