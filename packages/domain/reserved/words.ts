/** Splits a text into its words. A list of words takes less space as one text, in the source and in the bundle. */
export function splitWords(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * The letters that the digits 0 to 9 imitate. A 1 may be an i or an l, so 1, i and l all become l, and one lookup finds
 * both. 6 and 9 become g; a 6 for a b is not recognised.
 */
const IMITATED = 'olzeasgtbg';

const DIGIT = /[0-9]/;

/**
 * The confusable form of an alias or of a listed word: lower case, no hyphens, digits as the letters they imitate. Two
 * spellings that a reader may mistake for each other have one form (specification 5.5).
 */
export function makeConfusableForm(spelling: string): string {
  return spelling.toLowerCase().replace(/[-0-9i]/g, imitatedLetter);
}

function imitatedLetter(sign: string): string {
  if (sign === '-') return '';
  return sign === 'i' ? 'l' : IMITATED.charAt(Number(sign));
}

/**
 * Whether `typed` (no hyphens, case as typed) may be read as `word`, which has the same confusable form. With `loose`
 * an l and an i may stand for each other; without it, `mall` is not `mail`.
 */
export function reads(typed: string, word: string, loose: boolean): boolean {
  let digits = 0;
  for (let at = 0; at < word.length; at++) {
    const sign = typed.charAt(at);
    const expected = word.charAt(at);
    if (sign.toLowerCase() === expected) continue;
    if (DIGIT.test(expected)) return false;
    if (DIGIT.test(sign)) digits++;
    // The only other difference is that of an l and an i. A capital I always looks like an l (`GoogIe`).
    else if (!loose && sign !== 'I') return false;
  }
  return hasEnoughLetters(word.length, digits);
}

/**
 * Whether a word with that many digits has enough letters to be read. `2024` spells no word. `a01` names a room rather
 * than the brand `aol`.
 */
function hasEnoughLetters(length: number, digits: number): boolean {
  return length - digits >= Math.min(2, length / 2);
}
