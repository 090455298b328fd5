// Chosen by hand after the strongest classes of Ofcom's 2021 study of offensive language and of the LDNOOBW lists.

/**
 * Stems that a generated code must not hold, matched anywhere in it: a false hit only costs another draw.
 * Codes have no i, l and o: nothing left looks like l or o, so a stem with one is not listed; i is read into y and j.
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

/** What else of the codes' alphabet may be read as a letter. */
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

/** All stems in one expression of fixed lengths: there is nothing to backtrack over. */
const HOLDS_STEM = new RegExp(
  SLUR_STEMS.map((stem) => [...stem].map((letter) => `[${letter}${LOOK_ALIKES[letter] ?? ''}]`).join('')).join('|'),
);

/** Whether a generated code (lower case) may be read as a slur or an obscene word; then another one is drawn. */
export function holdsSlur(code: string): boolean {
  return HOLDS_STEM.test(code);
}
