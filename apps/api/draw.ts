/** Drawing ids and generated codes. */
import { customAlphabet } from 'nanoid';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/codes';
import { reservedReason } from '#domain/reserved/reserved-reason';
import { holdsSlur } from '#domain/slurs';
import { ID_LENGTH, newId } from '#secrets/key-text';

const randomCode = customAlphabet(CODE_ALPHABET, CODE_LENGTH);

/** A code that nobody minds to read aloud: one in a hundred holds a slur, or is a reserved word, and is drawn again. */
function newCode(length: number): string {
  for (;;) {
    const code = randomCode(length);
    if (!holdsSlur(code) && reservedReason(code) === null) return code;
  }
}

/** What is drawn for a link before it is known whether it will be made: its id, and the codes it may get, in order. */
export type Draw = {
  readonly id: string;
  readonly codes: Iterable<string>;
  /** True under an Idempotency-Key: another run of the request may make, or have made, a link of this draw. */
  readonly isShared: boolean;
};

/** Three codes, should one collide, then a longer one; each drawn only when it is asked for. */
function* codes(): Generator<string> {
  for (const length of [CODE_LENGTH, CODE_LENGTH, CODE_LENGTH, CODE_LENGTH + 1]) yield newCode(length);
}

/** Draws from the cryptographic source, without modulo bias. */
export const drawLink = (): Draw => ({ id: newId(), codes: codes(), isShared: false });

/** A draw in the form that is kept with a lease: every code drawn. */
export type KeptDraw = { readonly id: string; readonly codes: readonly string[] };

/** The id of a link that a kept draw makes for one request body: two bodies under one key never share a link, nor its counter. */
export const sharedId = ({ id }: KeptDraw, requestHash: string): string => id + requestHash.slice(0, ID_LENGTH);

/** Whether two ids come of one kept draw. */
export const isSameDraw = (one: string, other: string): boolean =>
  one.slice(0, ID_LENGTH) === other.slice(0, ID_LENGTH);

export const drawToKeep = (): KeptDraw => ({ id: newId(), codes: [...codes()] });
