/**
 * Passwords of links at rest: PBKDF2-SHA-256 with a salt of its own, then an HMAC with a secret pepper, so that a stolen
 * database alone cannot be searched. 100,000 rounds is what Workers allow (github.com/cloudflare/workerd/issues/1346).
 */
import { base64url, fromBase64url } from './digest';
import { everyPepper, PEPPER_ID_LENGTH, type Peppers, pepperIdOf, pepperNamed } from './pepper';

/** Production refuses more, local workerd does not: a test holds this. */
const PBKDF2_ROUNDS = 100_000;
/** A multiple of three, so that in base64url the pepper's id begins with a character of its own. */
const RANDOM_BYTES = 18;
const SALT_LENGTH = (RANDOM_BYTES / 3) * 4 + PEPPER_ID_LENGTH;

const encoder = new TextEncoder();

/**
 * The text to store: `$pbkdf2-sha256$i=ROUNDS$SALT$HASH`. It holds nothing readable of the password. The salt ends in the
 * id of the pepper; 0.10.0, which takes any salt as it is, reads the text too.
 */
export async function hashPassword(password: string, { current }: Peppers): Promise<string> {
  const salt = base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))) + (await pepperIdOf(current));
  const hash = await withPepper(await derive(password, salt, PBKDF2_ROUNDS), current);
  return `$pbkdf2-sha256$i=${PBKDF2_ROUNDS}$${salt}$${base64url(hash)}`;
}

async function derive(password: string, salt: string, rounds: number): Promise<ArrayBuffer> {
  // NFC: the same word typed on two keyboards is the same bytes.
  const secret = await crypto.subtle.importKey('raw', encoder.encode(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64url(salt), iterations: rounds };
  return crypto.subtle.deriveBits(algorithm, secret, 256);
}

async function withPepper(bits: ArrayBuffer, pepper: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(pepper), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return crypto.subtle.sign('HMAC', key, bits);
}

const STORED = /^\$pbkdf2-sha256\$i=(\d+)\$([\w-]+)\$([\w-]+)$/;

/** A stored text, and the peppers that it may have been made with, in the order in which they are tried. */
export type StoredPassword = {
  readonly rounds: number;
  readonly salt: string;
  readonly hash: string;
  readonly peppers: readonly string[];
};

/**
 * Reads a stored text, before anything is asked of it.
 * @throws Error for a text that no password can open: of another form, or of a pepper that is neither of ours
 */
export async function readStored(stored: string, peppers: Peppers): Promise<StoredPassword> {
  const [, rounds, salt = '', hash = ''] = STORED.exec(stored) ?? [];
  if (rounds === undefined) throw new Error('The stored text of a password has another form');
  const read = { rounds: Number(rounds), salt, hash };
  if (salt.length !== SALT_LENGTH) return { ...read, peppers: everyPepper(peppers) };
  const pepper = await pepperNamed(salt.slice(-PEPPER_ID_LENGTH), peppers);
  if (pepper === null) {
    throw new Error('Configuration: a password was stored under a pepper that is neither PEPPER nor PEPPER_PREVIOUS');
  }
  return { ...read, peppers: [pepper] };
}

/** The pepper under which a password is the stored one; null for a wrong password. */
export async function verifyPassword(password: string, stored: StoredPassword): Promise<string | null> {
  const bits = await derive(password, stored.salt, stored.rounds);
  const expected = fromBase64url(stored.hash);
  for (const pepper of stored.peppers) {
    const hash = await withPepper(bits, pepper);
    if (hash.byteLength === expected.byteLength && crypto.subtle.timingSafeEqual(hash, expected)) return pepper;
  }
  return null;
}
