/** Generates the ids and the codes of links. */
import { customAlphabet, customRandom } from 'nanoid';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/codes';
import type { IdempotentRun } from '#domain/idempotency';
import { reservedReason } from '#domain/reserved/reserved-reason';
import { holdsSlur } from '#domain/slurs';
import { bytesFrom } from '#secrets/bytes-from';
import { ID_LENGTH, newId } from '#secrets/key-text';

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
