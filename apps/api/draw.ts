/** Drawing ids and generated codes. */
import { customAlphabet } from 'nanoid';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/codes';
import { newId } from '#secrets/key-text';

const newCode = customAlphabet(CODE_ALPHABET, CODE_LENGTH);

/** What is drawn for a link before it is known whether it will be made: its id, and the codes it may get, in order. */
export type Draw = {
  readonly id: string;
  readonly codes: readonly string[];
  /** True when a request that died may already have made a link of this draw. */
  readonly isRepeated: boolean;
};

const LENGTHS = [CODE_LENGTH, CODE_LENGTH, CODE_LENGTH, CODE_LENGTH + 1];

/** Draws without modulo bias from the cryptographic source: three codes, should one collide, then a longer one. */
export const drawLink = (): Draw => ({
  id: newId(),
  codes: LENGTHS.map((length) => newCode(length)),
  isRepeated: false,
});
