// The stems are chosen by hand from the strongest classes of Ofcom's 2021 study of offensive language and from the
// LDNOOBW lists.

/**
 * Stems that a generated code must not contain. A false match only costs another code. Codes have no i, l or o. A stem
 * may contain an i, because a y or a j may be read as an i. Nothing in a code is read as an l or an o, so no stem has
 * these letters.
 */
export const SLUR_STEMS: readonly string[] = [
  // English: obscene
  'fuk fuc fck cunt kunt cnt twat shit sht piss pussi pusi dick dik dck prick cum tits titt anus penis semen sperm',
  'wank suck suk jism jizz bitch btch ass arse turd crap skank tramp rape rapist incest sex xxx nude',
  // English: slurs and hate
  'nig negr nggr fag fgt tranni kike spic chink gips jap jew paki spast tard darki redskin wetback',
  'raghead beaner squaw heeb naz kkk kys',
  // Spanish and Portuguese
  'puta mierda merd verga chinga marica chupa buceta punheta cacete viad kaka caga',
  // French
  'pute encu chier niqu pede bite',
  // German
  'fick fik wichs arsch nutte hure neger kanake scheis',
  // Italian
  'puttan vaffa figa minchia',
].flatMap((line) => line.split(' '));

/** The characters of codes that may be read as each letter. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  a: '4',
  b: '86',
  e: '3',
  g: '96',
  i: 'yj',
  s: '5',
  t: '7',
  u: 'v',
  z: '2',
};

/** One regular expression for all stems. Every stem has a fixed length, so the search does not backtrack. */
const HOLDS_STEM = new RegExp(
  SLUR_STEMS.map((stem) => [...stem].map((letter) => `[${letter}${LOOK_ALIKES[letter] ?? ''}]`).join('')).join('|'),
);

/**
 * Whether a generated code (lower case) may be read as a slur or an obscene word; the caller then generates another
 * one.
 */
export function holdsSlur(code: string): boolean {
  return HOLDS_STEM.test(code);
}
