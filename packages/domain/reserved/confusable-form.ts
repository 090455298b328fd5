/**
 * What 0 to 9 imitate, and `l` for 1, i and l alike: a 1 that may be either costs no second look-up that way.
 * 6 and 9 are both read as g; a 6 for b is not seen.
 */
const IMITATED = 'olzeasgtbg';

const DIGIT = /[0-9]/;

/**
 * The confusable form of an alias or of a listed word: lower case, no hyphens, digits as the letters they imitate.
 * Two spellings that a reader may take for each other have one confusable form (specification 5.5).
 */
export function confusableForm(spelling: string): string {
  return spelling.toLowerCase().replace(/[-0-9i]/g, letterFor);
}

function letterFor(sign: string): string {
  if (sign === '-') return '';
  return sign === 'i' ? 'l' : IMITATED.charAt(Number(sign));
}

/**
 * Whether `typed` (no hyphens, case as typed) may be read as `word`, given that both have one confusable form:
 * what that form throws together is told apart again. `loose` lets l and i stand for each other, which `mall` and `mail` must not.
 */
export function reads(typed: string, word: string, loose: boolean): boolean {
  let digits = 0;
  for (let at = 0; at < word.length; at++) {
    const sign = typed.charAt(at);
    const meant = word.charAt(at);
    if (sign.toLowerCase() === meant) continue;
    if (DIGIT.test(meant)) return false;
    if (DIGIT.test(sign)) digits++;
    // What is left is l for i. A capital I looks like an l whatever the rest (`GoogIe`).
    else if (!loose && sign !== 'I') return false;
  }
  return hasEnoughLetters(word.length, digits);
}

/** Numbers are numbers first: `2024` spells nothing, and `a01` is a room before it is a brand. */
function hasEnoughLetters(length: number, digits: number): boolean {
  return length > 4 ? length - digits >= 2 : digits * 2 <= length;
}
