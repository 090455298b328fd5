/**
 * The text of an API key: `sl_` + id (12) + random (32) + CRC-32 checksum (6), all base62.
 * Source: specification 12.2. Scanners may look for /\bsl_[0-9A-Za-z]{50}\b/ and check the last six characters.
 */
import { crc32 } from 'node:zlib';
import { customAlphabet } from 'nanoid';
import { digestOf } from './digest';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARK = 'sl_';
export const ID_LENGTH = 12;
export const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 4;
const FORM = new RegExp(`^${MARK}[0-9A-Za-z]{${ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new random id, base62. Ids of keys stand in their text; accounts and links use the same kind. */
export const newId = customAlphabet(BASE62, ID_LENGTH);
/** The random part of a new text. */
export const newSecret = customAlphabet(BASE62, SECRET_LENGTH);

/** CRC-32 as six base62 digits, most significant first. It saves look-ups of mistyped keys; it is no security. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62.charAt(rest % 62) + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

export type MintedKey = {
  /** The whole text: shown once, never stored. */
  readonly text: string;
  readonly digest: string;
  /** The last four of the random characters, by which its owner knows it again (docs/adr/0034). */
  readonly lastFour: string;
};

/**
 * Makes a new text for the key of the given id.
 * @param secret its random part
 */
export async function mintKey(id: string, secret = newSecret()): Promise<MintedKey> {
  const body = `${MARK}${id}${secret}`;
  const text = body + checksumOf(body);
  return { text, digest: await digestOf(text), lastFour: secret.slice(-SHOWN_LENGTH) };
}

/** The part of a key's text that may be shown and stored: up to its id. */
export const keyPrefix = (id: string): string => `${MARK}${id}`;

/** The id inside a well-formed text, or null for one that no key of ours can be. Asks no storage. */
export function keyIdOf(text: string): string | null {
  if (!FORM.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return checksumOf(body) === text.slice(-CHECKSUM_LENGTH) ? body.slice(MARK.length, MARK.length + ID_LENGTH) : null;
}
