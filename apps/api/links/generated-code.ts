/** Generating ids and codes. */
import { createHash } from 'node:crypto';
import { customAlphabet, customRandom } from 'nanoid';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/codes';
import type { IdempotentRun } from '#domain/idempotency';
import { reservedReason } from '#domain/reserved/reserved-reason';
import { holdsSlur } from '#domain/slurs';
import { BASE62, ID_LENGTH, newId, SECRET_LENGTH } from '#secrets/key-text';

/** What is generated for a link before it is known whether it will be made: its id, and the codes it may get, in order. */
export type GeneratedCodes = { readonly id: string; readonly codes: Iterable<string> };

/** Three codes, should one collide, then a longer one; each generated only when it is asked for. */
function* codes(randomCode: (length: number) => string): Generator<string> {
  for (const length of [CODE_LENGTH, CODE_LENGTH, CODE_LENGTH, CODE_LENGTH + 1]) yield niceCode(randomCode, length);
}

/** A code that nobody minds to read aloud: one in a hundred holds a slur, or is a reserved word, and gives way to another. */
function niceCode(randomCode: (length: number) => string, length: number): string {
  for (;;) {
    const code = randomCode(length);
    if (!holdsSlur(code) && reservedReason(code) === null) return code;
  }
}

/** From the cryptographic source, without modulo bias. */
const randomCode = customAlphabet(CODE_ALPHABET, CODE_LENGTH);

/**
 * Generates the id and the codes of one link. Under an Idempotency-Key they are the same in every run. Two bodies under one
 * key get the same codes, so that the second meets what the first made, but never share a link's id, nor its counter.
 * @param run null without an Idempotency-Key
 * @param place of the link in the request, from 0
 */
export function generateCodes(run: IdempotentRun | null, place: number): GeneratedCodes {
  if (run === null) return { id: newId(), codes: codes(randomCode) };
  const { id } = run.seed;
  return {
    id: `${id}${run.requestHash.slice(0, ID_LENGTH)}${place}`,
    codes: codes(customRandom(CODE_ALPHABET, CODE_LENGTH, bytesFrom(`${id} ${place}`))),
  };
}

/** Whether two ids come of one idempotency seed. SQL says it too: insert-links.ts. */
export const haveSameSeed = (one: string, other: string): boolean =>
  one.slice(0, ID_LENGTH) === other.slice(0, ID_LENGTH);

/** The random part of a key's text that follows from a seed, as hard to guess as the seed is. */
export const keySecretFrom = (seed: string): string => customRandom(BASE62, SECRET_LENGTH, bytesFrom(seed))();

const HASH_BYTES = 32;

/** A source of bytes that follow from a seed: hashes of it and a counter, each of them taken once. */
function bytesFrom(seed: string): (size: number) => Uint8Array {
  let hashes = 0;
  const next = () => createHash('sha256').update(`${seed} ${hashes++}`).digest();
  return (size) => Buffer.concat(Array.from({ length: Math.ceil(size / HASH_BYTES) }, next)).subarray(0, size);
}
