/**
 * Stored passwords of links: PBKDF2-SHA-256 with a random salt, then an HMAC with a secret pepper, so that a stolen
 * database alone is no use for guessing. Workers allow 100,000 rounds (github.com/cloudflare/workerd/issues/1346).
 */
import { base64url, fromBase64url } from './digest';
import { allPeppers, PEPPER_ID_LENGTH, type Peppers, pepperIdOf, pepperNamed } from './pepper';

/** Production refuses more rounds, and local workerd does not. A test checks this number. */
const PBKDF2_ROUNDS = 100_000;
/** A multiple of three, so that the id of the pepper begins at a whole character of base64url. */
const RANDOM_BYTES = 18;
const SALT_LENGTH = (RANDOM_BYTES / 3) * 4 + PEPPER_ID_LENGTH;

const encoder = new TextEncoder();

/**
 * Makes the text to store: `$pbkdf2-sha256$i=ROUNDS$SALT$HASH`. It reveals nothing of the password. The salt ends with
 * the id of the pepper. Version 0.10.0 reads such a text too, because it accepts any salt.
 */
export async function hashPassword(password: string, { current }: Peppers): Promise<string> {
  const salt = base64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))) + (await pepperIdOf(current));
  const hash = await withPepper(await derive(password, salt, PBKDF2_ROUNDS), current);
  return `$pbkdf2-sha256$i=${PBKDF2_ROUNDS}$${salt}$${base64url(hash)}`;
}

async function derive(password: string, salt: string, rounds: number): Promise<ArrayBuffer> {
  // NFC gives the same bytes for the same word from different keyboards.
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

/** A parsed stored text, and the peppers that may have made it, in the order in which they are tried. */
export type StoredPassword = {
  readonly rounds: number;
  readonly salt: string;
  readonly hash: string;
  readonly peppers: readonly string[];
};

/**
 * Parses a stored text, before a password is compared with it.
 * @throws Error for a text of another form, or of a pepper that is not configured
 */
export async function readStored(stored: string, peppers: Peppers): Promise<StoredPassword> {
  const [, rounds, salt = '', hash = ''] = STORED.exec(stored) ?? [];
  if (rounds === undefined) throw new Error('The stored text of a password has another form');
  const read = { rounds: Number(rounds), salt, hash };
  if (salt.length !== SALT_LENGTH) return { ...read, peppers: allPeppers(peppers) };
  const pepper = await pepperNamed(salt.slice(-PEPPER_ID_LENGTH), peppers);
  if (pepper === null) {
    throw new Error('Configuration: a password was stored under a pepper that is neither PEPPER nor PEPPER_PREVIOUS');
  }
  return { ...read, peppers: [pepper] };
}

/** Compares a password with the stored one. Returns the pepper under which they match; null for a wrong password. */
export async function verifyPassword(password: string, stored: StoredPassword): Promise<string | null> {
  const bits = await derive(password, stored.salt, stored.rounds);
  const expected = fromBase64url(stored.hash);
  for (const pepper of stored.peppers) {
    const hash = await withPepper(bits, pepper);
    if (hash.byteLength === expected.byteLength && crypto.subtle.timingSafeEqual(hash, expected)) return pepper;
  }
  return null;
}
