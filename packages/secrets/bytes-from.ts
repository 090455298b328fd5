import { createHash } from 'node:crypto';

const HASH_BYTES = 32;

/** A source of bytes that follow from a seed: hashes of it and a counter, each of them taken once. */
export function bytesFrom(seed: string): (size: number) => Uint8Array {
  let hashes = 0;
  const next = () => createHash('sha256').update(`${seed} ${hashes++}`).digest();
  return (size) => Buffer.concat(Array.from({ length: Math.ceil(size / HASH_BYTES) }, next)).subarray(0, size);
}
