/** The random part of a key text, from a seed. A file of its own: the check of a key text needs no node:crypto. */

import { createHash } from 'node:crypto';
import { customRandom } from 'nanoid';
import { BASE62, SECRET_LENGTH } from './key-text';

/** Makes the random part of a key text from a seed. It is as hard to guess as the seed. */
export const makeKeySecret = (seed: string): string => customRandom(BASE62, SECRET_LENGTH, makeByteSource(seed))();

const HASH_BYTES = 32;

/** Returns a generator of bytes that follow from a seed. They are hashes of the seed and a counter, each used once. */
export function makeByteSource(seed: string): (size: number) => Uint8Array {
  let hashes = 0;
  const next = () => createHash('sha256').update(`${seed} ${hashes++}`).digest();
  return (size) => {
    const bytes = new Uint8Array(Math.ceil(size / HASH_BYTES) * HASH_BYTES);
    for (let at = 0; at < size; at += HASH_BYTES) bytes.set(next(), at);
    return bytes.subarray(0, size);
  };
}
