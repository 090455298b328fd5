import { createHash } from 'node:crypto';

const HASH_BYTES = 32;

/** Returns a generator of bytes that follow from a seed. They are hashes of the seed and a counter, each used once. */
export function bytesFrom(seed: string): (size: number) => Uint8Array {
  let hashes = 0;
  const next = () => createHash('sha256').update(`${seed} ${hashes++}`).digest();
  return (size) => Buffer.concat(Array.from({ length: Math.ceil(size / HASH_BYTES) }, next)).subarray(0, size);
}
