/**
 * Passwords of links at rest: PBKDF2-SHA-256 with a salt of its own, then an HMAC with a secret pepper, so that a stolen
 * database alone cannot be searched. 100,000 rounds is what Workers allow (github.com/cloudflare/workerd/issues/1346).
 */
import { base64url } from './digest';

/** Production refuses more, local workerd does not: a test holds this. */
export const PBKDF2_ROUNDS = 100_000;
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
