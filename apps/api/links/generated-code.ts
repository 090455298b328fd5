/** Generates the ids and the codes of links. */
import { createHash } from 'node:crypto';
import { customAlphabet, customRandom } from 'nanoid';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/codes';
import type { IdempotentRun } from '#domain/idempotency';
import { reservedReason } from '#domain/reserved/reserved-reason';
import { holdsSlur } from '#domain/slurs';
import { BASE62, ID_LENGTH, newId, SECRET_LENGTH } from '#secrets/key-text';

/** The id of a link, and the codes to try in their order. They are generated before any rule has been checked. */
export type GeneratedCodes = { readonly id: string; readonly codes: Iterable<string> };

/** Yields three codes and then a longer one: the next is needed only if the one before is taken (specification 5.3). */
function* codes(randomCode: (length: number) => string): Generator<string> {
  for (const length of [CODE_LENGTH, CODE_LENGTH, CODE_LENGTH, CODE_LENGTH + 1]) yield niceCode(randomCode, length);
}

/** Draws until a code holds no slur and is no reserved word. About one draw in a hundred is rejected. */
function niceCode(randomCode: (length: number) => string, length: number): string {
  for (;;) {
    const code = randomCode(length);
    if (!holdsSlur(code) && reservedReason(code) === null) return code;
  }
}

/** Draws a code from the cryptographic source, without modulo bias. */
const randomCode = customAlphabet(CODE_ALPHABET, CODE_LENGTH);

/**
 * Generates the id and the codes of one link. Under an Idempotency-Key every run generates the same. Two bodies under one
 * key get the same codes, so that the second finds the links of the first. Their ids, and so their counters, differ.
 * @param run null if the request has no Idempotency-Key
 * @param place index of the link in the request, from 0
 */
export function generateCodes(run: IdempotentRun | null, place: number): GeneratedCodes {
  if (run === null) return { id: newId(), codes: codes(randomCode) };
  const { id } = run.seed;
  return {
    id: `${id}${run.requestHash.slice(0, ID_LENGTH)}${place}`,
    codes: codes(customRandom(CODE_ALPHABET, CODE_LENGTH, bytesFrom(`${id} ${place}`))),
  };
}

/** Whether two ids come from the same idempotency seed. insert-links.ts has this rule in SQL too. */
export const haveSameSeed = (one: string, other: string): boolean =>
  one.slice(0, ID_LENGTH) === other.slice(0, ID_LENGTH);

/** Derives the random part of an API key's text from a seed. It is as hard to guess as the seed. */
export const keySecretFrom = (seed: string): string => customRandom(BASE62, SECRET_LENGTH, bytesFrom(seed))();

const HASH_BYTES = 32;

/** Returns a source of bytes that a seed determines: SHA-256 of the seed and a counter. No byte is used twice. */
function bytesFrom(seed: string): (size: number) => Uint8Array {
  let hashes = 0;
  const next = () => createHash('sha256').update(`${seed} ${hashes++}`).digest();
  return (size) => Buffer.concat(Array.from({ length: Math.ceil(size / HASH_BYTES) }, next)).subarray(0, size);
}
