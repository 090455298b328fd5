/**
 * The text of an API key: `sl_` + id (12) + random (32) + CRC-32 checksum (6), all base62.
 * Source: specification 12.2. Scanners may look for /\bsl_[0-9A-Za-z]{50}\b/ and check the last six characters.
 */
import { customAlphabet, customRandom } from 'nanoid';
import { hashText } from './digest';

export const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const MARK = 'sl_';
export const ID_LENGTH = 12;
export const SECRET_LENGTH = 32;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = 4;
const TEXT_LENGTH = MARK.length + ID_LENGTH + SECRET_LENGTH + CHECKSUM_LENGTH;
/** The form of a text apart from its length. A count in the expression would take ten times as long. */
const FORM = new RegExp(`^${MARK}[0-9A-Za-z]+$`);

/** Makes a random id, base62. The text of a key contains its id; accounts and links have ids of the same kind. */
export const newId = customRandom(BASE62, ID_LENGTH, randomBytes);
/** Makes the random part of a key text. */
export const newSecret = customAlphabet(BASE62, SECRET_LENGTH);

/** CRC-32 as six base62 digits, most significant first. It saves lookups of mistyped keys, and adds no security. */
function computeChecksum(text: string): string {
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
  /** The last four random characters, by which the owner recognises the text (docs/design/keys-and-metering.md). */
  readonly lastFour: string;
};

/**
 * Makes a new text for the key with the given id.
 * @param secret the random part of the text
 */
export async function mintKey(id: string, secret = newSecret()): Promise<MintedKey> {
  const body = `${MARK}${id}${secret}`;
  const text = body + computeChecksum(body);
  return { text, digest: await hashText(text), lastFour: secret.slice(-SHOWN_LENGTH) };
}

/** The part of a key text that may be shown and stored: the mark and the id. */
export const makeKeyPrefix = (id: string): string => `${MARK}${id}`;

/** The id in a key text; null for a text of another form or with a wrong checksum. No store is read. */
export function parseKeyId(text: string): string | null {
  if (text.length !== TEXT_LENGTH || !FORM.test(text)) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return computeChecksum(body) === text.slice(-CHECKSUM_LENGTH)
    ? body.slice(MARK.length, MARK.length + ID_LENGTH)
    : null;
}

/** The remainder of a byte in the CRC. @param byte 0 to 255 */
function computeRemainder(byte: number): number {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
}

const REMAINDERS = Int32Array.from({ length: 256 }, (_, byte) => computeRemainder(byte));

/**
 * CRC-32/ISO-HDLC of an ASCII text (reveng.sourceforge.io/crc-catalogue/17plus.htm), from 0 to 2³² - 1. workerd has one
 * in node:zlib, whose import takes an eighth of an empty worker's start.
 */
export function crc32(text: string): number {
  let rest = -1;
  for (let i = 0; i < text.length; i++)
    rest = (REMAINDERS[(rest ^ text.charCodeAt(i)) & 0xff] as number) ^ (rest >>> 8);
  return (rest ^ -1) >>> 0;
}

/** Random bytes come many at a time: each request makes an id, and a call of the random source takes long. */
const POOL_BYTES = 1_024;

let pool = new Uint8Array(0);
let used = 0;

/** Returns bytes of the cryptographic random source, each of them once. @param size at most 1,024 */
export function randomBytes(size: number): Uint8Array {
  if (used + size > pool.length) {
    pool = crypto.getRandomValues(new Uint8Array(POOL_BYTES));
    used = 0;
  }
  used += size;
  return pool.subarray(used - size, used);
}
