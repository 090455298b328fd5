/**
 * SHA-256 (FIPS 180-4) of an expression, at once. A look-up hashes up to thirty short texts: WebCrypto would wait for
 * each, and a call into node:crypto costs ten times what such a hash does; long texts go there.
 */
import { createHash } from 'node:crypto';

const LONG = 512;

/** The first 32 bits of the fractional parts of the square (order 2) or cube (3) roots of the first primes. */
function rootsOfPrimes(count: number, order: 2 | 3): Int32Array {
  const primes: number[] = [];
  for (let n = 2; primes.length < count; n++) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  return Int32Array.from(primes, (prime) => {
    const root = order === 2 ? Math.sqrt(prime) : Math.cbrt(prime);
    return ((root % 1) * 2 ** 32) | 0;
  });
}

const K = rootsOfPrimes(64, 3);
const START = rootsOfPrimes(8, 2);
/** Scratch: nothing waits while a hash is being made. */
const W = new Int32Array(64);

/** The eight words of a text's hash. @param text one character a byte, as canonical expressions are */
export function sha256Words(text: string): Int32Array {
  const { length } = text;
  if (length > LONG) return wordsOf(createHash('sha256').update(text, 'latin1').digest());
  const state = START.slice();
  const blocks = Math.floor((length + 8) / 64) + 1;
  for (let block = 0; block < blocks; block++) {
    for (let i = 0; i < 16; i++) {
      const from = block * 64 + i * 4;
      W[i] =
        from + 3 < length
          ? (text.charCodeAt(from) << 24) |
            (text.charCodeAt(from + 1) << 16) |
            (text.charCodeAt(from + 2) << 8) |
            text.charCodeAt(from + 3)
          : lastWord(text, from);
    }
    if (block === blocks - 1) W[15] = length * 8;
    compress(state);
  }
  return state;
}

const wordsOf = (bytes: Uint8Array): Int32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return Int32Array.from({ length: 8 }, (_, i) => view.getInt32(i * 4));
};

/** A word that the text does not fill: its last bytes, the mark 0x80, zeros. */
function lastWord(text: string, from: number): number {
  let word = 0;
  for (let i = from; i < from + 4; i++) {
    word = (word << 8) | (i < text.length ? text.charCodeAt(i) & 0xff : i === text.length ? 0x80 : 0);
  }
  return word;
}

const at = (words: Int32Array, index: number): number => words[index] as number;
const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function compress(state: Int32Array): void {
  for (let i = 16; i < 64; i++) {
    const early = at(W, i - 15);
    const late = at(W, i - 2);
    const s0 = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const s1 = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    W[i] = at(W, i - 16) + s0 + at(W, i - 7) + s1;
  }
  let a = at(state, 0);
  let b = at(state, 1);
  let c = at(state, 2);
  let d = at(state, 3);
  let e = at(state, 4);
  let f = at(state, 5);
  let g = at(state, 6);
  let h = at(state, 7);
  for (let i = 0; i < 64; i++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const one = (h + s1 + ((e & f) ^ (~e & g)) + at(K, i) + at(W, i)) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const two = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + one) | 0;
    d = c;
    c = b;
    b = a;
    a = (one + two) | 0;
  }
  state[0] = at(state, 0) + a;
  state[1] = at(state, 1) + b;
  state[2] = at(state, 2) + c;
  state[3] = at(state, 3) + d;
  state[4] = at(state, 4) + e;
  state[5] = at(state, 5) + f;
  state[6] = at(state, 6) + g;
  state[7] = at(state, 7) + h;
}

export function sha256(text: string): Uint8Array {
  const view = new DataView(new ArrayBuffer(32));
  for (const [i, word] of sha256Words(text).entries()) view.setInt32(i * 4, word);
  return new Uint8Array(view.buffer);
}

export const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
