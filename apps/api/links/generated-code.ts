/** Generates the ids and the codes of links. */
import { customRandom } from 'nanoid';
import type { IdempotentRun } from '#domain/idempotency';
import { findReservedReason } from '#domain/reserved/reserved-reason';
import { holdsSlur } from '#domain/reserved/slurs';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/short-address';
import { makeByteSource } from '#secrets/from-seed';
import { ID_LENGTH, newId, randomBytes } from '#secrets/key-text';

/** The id of a link, and its candidate codes in their order. */
export type GeneratedCodes = { readonly id: string; readonly codes: Iterable<string> };

/** Yields three codes, and then a longer one. The caller takes the next only if a code is taken (specification 5.3). */
function* codes(randomCode: (length: number) => string): Generator<string> {
  for (const length of [CODE_LENGTH, CODE_LENGTH, CODE_LENGTH, CODE_LENGTH + 1])
    yield acceptableCode(randomCode, length);
}

/** Returns the first random code that holds no slur and is not reserved. About one code in a hundred is rejected. */
function acceptableCode(randomCode: (length: number) => string, length: number): string {
  for (;;) {
    const code = randomCode(length);
    if (!holdsSlur(code) && findReservedReason(code) === null) return code;
  }
}

/** Returns a code from the cryptographic random source, without modulo bias. */
const randomCode = customRandom(CODE_ALPHABET, CODE_LENGTH, randomBytes);

/**
 * Generates the id and the codes of one link. Under an Idempotency-Key every run generates the same ones. Two different
 * bodies under one key get the same codes, so that the second finds the first one's links, but different ids.
 * @param run null if the request has no Idempotency-Key
 * @param index the index of the link in the request, from 0
 */
export function generateCodes(run: IdempotentRun | null, index: number): GeneratedCodes {
  if (run === null) return { id: newId(), codes: codes(randomCode) };
  const { id } = run.seed;
  return {
    id: `${id}${run.requestHash.slice(0, ID_LENGTH)}${index}`,
    codes: codes(customRandom(CODE_ALPHABET, CODE_LENGTH, makeByteSource(`${id} ${index}`))),
  };
}

/** Whether two ids come from the same idempotency seed. insert-links.ts has this rule in SQL too. */
export const haveSameSeed = (one: string, other: string): boolean =>
  one.slice(0, ID_LENGTH) === other.slice(0, ID_LENGTH);
