/**
 * Stored passwords of links: PBKDF2-SHA-256 with a random salt, then an HMAC with a secret pepper, so that a stolen
 * database alone is no use for guessing. Workers allow 100,000 rounds (github.com/cloudflare/workerd/issues/1346).
 */
import { fromBase64url, toBase64url } from './digest';
import { computePepperId, findPepper, PEPPER_ID_LENGTH, type Peppers } from './pepper';

/** Production refuses more rounds, and local workerd does not. A test checks this number. */
const PBKDF2_ROUNDS = 100_000;
/** A multiple of three, so that the id of the pepper begins at a whole character of base64url. */
const RANDOM_BYTES = 18;
const SALT_LENGTH = (RANDOM_BYTES / 3) * 4 + PEPPER_ID_LENGTH;

const encoder = new TextEncoder();

/**
 * Makes the text to store: `$pbkdf2-sha256$i=ROUNDS$SALT$HASH`. It reveals nothing of the password. The salt ends with
 * the id of the pepper.
 */
export async function hashPassword(password: string, { current }: Peppers): Promise<string> {
  const salt = toBase64url(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES))) + (await computePepperId(current));
  const hash = await applyPepper(await derive(password, salt, PBKDF2_ROUNDS), current);
  return `$pbkdf2-sha256$i=${PBKDF2_ROUNDS}$${salt}$${toBase64url(hash)}`;
}

async function derive(password: string, salt: string, rounds: number): Promise<ArrayBuffer> {
  // NFC gives the same bytes for the same word from different keyboards.
  const secret = await crypto.subtle.importKey('raw', encoder.encode(password.normalize('NFC')), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const algorithm = { name: 'PBKDF2', hash: 'SHA-256', salt: fromBase64url(salt), iterations: rounds };
  return crypto.subtle.deriveBits(algorithm, secret, 256);
}

async function applyPepper(bits: ArrayBuffer, pepper: string): Promise<ArrayBuffer> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(pepper), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ]);
  return crypto.subtle.sign('HMAC', key, bits);
}

const STORED = new RegExp(`^\\$pbkdf2-sha256\\$i=(\\d+)\\$([\\w-]{${SALT_LENGTH}})\\$([\\w-]+)$`);

/** A parsed stored text, and the pepper that made it. */
export type StoredPassword = {
  readonly rounds: number;
  readonly salt: string;
  readonly hash: string;
  readonly pepper: string;
};

/**
 * Parses a stored text, before a password is compared with it.
 * @throws Error for a text of another form, or of a pepper that is not configured
 */
export async function parseStoredPassword(stored: string, peppers: Peppers): Promise<StoredPassword> {
  const [, rounds, salt = '', hash = ''] = STORED.exec(stored) ?? [];
  if (rounds === undefined) throw new Error('The stored text of a password has another form');
  const pepper = await findPepper(salt.slice(-PEPPER_ID_LENGTH), peppers);
  if (pepper === null) {
    throw new Error('Configuration: a password was stored under a pepper that is neither PEPPER nor PEPPER_PREVIOUS');
  }
  return { rounds: Number(rounds), salt, hash, pepper };
}

/** Compares a password with the stored one. */
export async function verifyPassword(
  password: string,
  { rounds, salt, hash, pepper }: StoredPassword,
): Promise<boolean> {
  const derived = await applyPepper(await derive(password, salt, rounds), pepper);
  const expected = fromBase64url(hash);
  return derived.byteLength === expected.byteLength && crypto.subtle.timingSafeEqual(derived, expected);
}
