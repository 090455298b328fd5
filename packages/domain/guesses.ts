/**
 * How often a link's password may be guessed (answers, section 14): five wrong ones in 15 minutes per address; once a
 * link has had sixty in an hour, one. So guessing is capped however many addresses take part, and nobody can lock a link
 * for everybody.
 */

export const ADDRESS_PERIOD_MS = 900_000;
export const LINK_PERIOD_MS = 3_600_000;

const PER_ADDRESS = 5;
const PER_ADDRESS_UNDER_ATTACK = 1;
const PER_LINK = 60;

/** Wrong guesses so far: of this address in its period, of the whole link in its. */
export type Guesses = { readonly ofAddress: number; readonly ofLink: number };

/** Whether one more guess may be made. It is charged before it is looked at, and given back when it is right. */
export const allowsGuess = (guesses: Guesses): boolean =>
  guesses.ofAddress < (isUnderAttack(guesses) ? PER_ADDRESS_UNDER_ATTACK : PER_ADDRESS);

export const isUnderAttack = ({ ofLink }: Guesses): boolean => ofLink >= PER_LINK;
