/** Whether an alias is reserved, and why (specification 5.5). */
import { HARD_CONTEXT, NOISE, SOFT_CONTEXT, STATE_HARD_CONTEXT, STATE_SOFT_CONTEXT } from './context';
import { type Entry, getLexicon, type Reach, type ReservedReason } from './lexicon';
import { makeConfusableForm, reads } from './words';

export type { ReservedReason };

/** The country codes with government domains under `gov`: `hmrc-gov-uk` imitates the host of such a domain. */
const GOV_COUNTRIES = new Set('uk us au br in za nz sg pl pt it ie gr tr cn hk my ph ng il eg pk bd lk'.split(' '));

/** The reaches of names, which are searched inside an alias too. */
const NAME_REACHES: ReadonlySet<Reach> = new Set(['beside', 'either', 'anywhere']);

/**
 * Returns why an alias is reserved; null where it is free (specification 5.5). The time is bounded by the length of the
 * alias times that of the longest listed word. docs/design/creation-and-idempotency.md has the rules.
 */
export function findReservedReason(alias: string): ReservedReason | null {
  // An rn looks like an m, and a vv like a w.
  const merged = alias.toLowerCase().replaceAll('rn', 'm').replaceAll('vv', 'w');
  return findReason(alias) ?? (merged === alias.toLowerCase() ? null : findReason(merged));
}

function findReason(alias: string): ReservedReason | null {
  const tokens = alias.split('-').filter((token) => token !== '');
  if (tokens.length === 0) return 'system'; // hyphens alone look like the service's own, and nobody can read them out
  return findWholeReason(tokens) ?? findPhraseReason(tokens) ?? findNameReason(tokens) ?? findStateReason(tokens);
}

/** The reason of the whole alias, read without its hyphens. Only here the list `system` is searched. */
function findWholeReason(tokens: readonly string[]): ReservedReason | null {
  const text = tokens.join('');
  const entry = getLexicon().entries.get(makeConfusableForm(text));
  return entry && entry.reach !== 'beside' && isUnambiguous(text, entry) ? entry.reason : null;
}

/**
 * The reason of a brand or a government body in one token, or in neighbouring tokens joined into one
 * (`p-a-y-p-a1-help`).
 */
function findNameReason(tokens: readonly string[]): ReservedReason | null {
  const forms = tokens.map(makeConfusableForm);
  for (const [from, token] of tokens.entries()) {
    const inside = findInsideReason(tokens, from, token);
    if (inside) return inside;
    let text = '';
    let form = '';
    for (let to = from + 1; to <= tokens.length && form.length < getLexicon().longestForm; to++) {
      text += tokens[to - 1];
      form += forms[to - 1];
      const entry = findName(text, form);
      if (entry && isReservedName(tokens, from, to, entry, text)) return entry.reason;
    }
  }
  return null;
}

/** The reason of a name inside one token: beside a number (`paypal2024`) or a suspicious word (`irsrefund`). */
function findInsideReason(tokens: readonly string[], at: number, token: string): ReservedReason | null {
  const bare = withoutNumber(token);
  const numbered = bare === token ? null : findName(bare);
  if (numbered && isReservedName(tokens, at, at + 1, numbered, bare)) return numbered.reason;
  // In fewer than six characters a name may be chance: `nsaid` is not `nsa` with an `id`.
  if (token.length < 6) return null;
  for (const [from, to] of spansBesideSuspicion(token)) {
    const entry = findName(token.slice(from, to));
    if (entry) return entry.reason;
  }
  return null;
}

/** Whether the name at `tokens[from..to)` makes the alias reserved: by itself, or with the words around it. */
function isReservedName(tokens: readonly string[], from: number, to: number, entry: Entry, text: string): boolean {
  if (isPretence(tokens, from, to, entry.reason === 'government')) return true;
  if (entry.reach !== 'anywhere' || !isUnambiguous(text, entry)) return false;
  const written = tokens.slice(from, to);
  const isSpelledOut = entry.word.length > 3 && written.every((token) => token.length <= 2);
  if (written.length === 1 || written.length === entry.parts || isSpelledOut) return true;
  return tokens.every((token, at) => (at >= from && at < to) || isNoise(token));
}

/**
 * Whether the text can be no other word than this one. With an l for the i, `mail` becomes another word; a coined name
 * does not.
 */
function isUnambiguous(text: string, { word, reach }: Entry): boolean {
  const isCoined = reach === 'phrase' || (reach === 'anywhere' && word.length > 4);
  return reads(text, word, isCoined);
}

/** The reason of an alias that ends like a government host (`irs-gov`), or begins like one (`gov-uk`). */
function findStateReason(tokens: readonly string[]): ReservedReason | null {
  if (tokens.length < 2) return null;
  const isGov = (token = '') => makeConfusableForm(token) === 'gov' && reads(token, 'gov', true);
  const isCountry = (token = '') => GOV_COUNTRIES.has(token.toLowerCase());
  const [first, second] = tokens;
  const ends = isGov(tokens.at(-1)) || (isGov(tokens.at(-2)) && isCountry(tokens.at(-1)));
  return ends || (isGov(first) && isCountry(second)) ? 'government' : null;
}

/** The reason of a listed phrase in the alias, with only noise and suspicious words beside it. */
function findPhraseReason(tokens: readonly string[]): ReservedReason | null {
  const core = tokens.filter((token) => !isNoise(token));
  for (const [from, token] of core.entries()) {
    let text = '';
    for (let to = from + 1; to <= core.length && text.length < getLexicon().longestForm; to++) {
      text += core[to - 1];
      const entry = findPhrase(text) ?? findPhrase(withoutNumber(text));
      const rest = () => [...core.slice(0, from), ...core.slice(to)];
      if (entry && rest().every(isSuspicious)) return entry.reason;
    }
    // Every token before the phrase must be a suspicious word too.
    if (!isSuspicious(token)) break;
  }
  return null;
}

function findPhrase(text: string): Entry | null {
  const entry = getLexicon().entries.get(makeConfusableForm(text));
  return entry?.reach === 'phrase' && reads(text, entry.word, true) ? entry : null;
}

function findName(text: string, form = makeConfusableForm(text)): Entry | null {
  const entry = getLexicon().entries.get(form);
  return entry && NAME_REACHES.has(entry.reach) && reads(text, entry.word, true) ? entry : null;
}

/** The words of context.ts, which around a name make an alias pretend to belong to the name's owner. */
type WordSet = ReadonlyMap<string, string>;

const mapByForm = (list: readonly string[]): WordSet => new Map(list.map((word) => [makeConfusableForm(word), word]));

const HARD = mapByForm(HARD_CONTEXT);
const SOFT = mapByForm(SOFT_CONTEXT);
const STATE_HARD = mapByForm([...HARD_CONTEXT, ...STATE_HARD_CONTEXT]);
const STATE_SOFT = mapByForm([...SOFT_CONTEXT, ...STATE_SOFT_CONTEXT]);
const ATTACHED = mapByForm([...HARD_CONTEXT, ...SOFT_CONTEXT, ...STATE_HARD_CONTEXT]);
const NOISY = new Set(NOISE);

/** The lengths of the words that may be attached to a name. */
const ATTACHED_LENGTHS = [...new Set([...ATTACHED.keys()].map((form) => form.length))];

/**
 * At how many places a token is cut from each end at most, the end itself included. `securepaypallogin` needs two from
 * each end. The number limits the time.
 */
const MAX_CUTS = 4;

/**
 * Removes the digits at both ends of a token. Such digits are a version or a year, and imitate no letters:
 * `paypal2024`, `24support`.
 */
export function withoutNumber(token: string): string {
  let start = 0;
  let end = token.length;
  while (isDigit(token.charCodeAt(start))) start++;
  while (isDigit(token.charCodeAt(end - 1))) end--;
  return token.slice(start, end);
}

/** Whether a token does not change a phrase: a word of NOISE (`the`, `now`), or a number. */
export function isNoise(token: string): boolean {
  return NOISY.has(token.toLowerCase()) || withoutNumber(token) === '';
}

/** Whether a token is a word of HARD_CONTEXT or SOFT_CONTEXT, in any position. */
export function isSuspicious(token: string): boolean {
  return includesWord(HARD, token) || includesWord(SOFT, token);
}

/**
 * Whether the tokens around the name at `tokens[from..to)` make the alias pretend to belong to its owner. A hard word
 * does so anywhere. A soft word does so right after the name, or right before a name that ends the alias. Noise between
 * them is skipped.
 */
export function isPretence(tokens: readonly string[], from: number, to: number, ofState: boolean): boolean {
  const [hard, soft] = ofState ? [STATE_HARD, STATE_SOFT] : [HARD, SOFT];
  const before = tokens.slice(0, from);
  const after = tokens.slice(to);
  if (before.some((token) => includesWord(hard, token)) || after.some((token) => includesWord(hard, token)))
    return true;
  const isRelevant = (token: string) => !isNoise(token) || includesWord(soft, token);
  const neighbour = after.find(isRelevant) ?? before.findLast(isRelevant);
  return neighbour !== undefined && includesWord(soft, neighbour);
}

/**
 * The spans of one token that remain when suspicious words are cut off its ends: `paypal` of `securepaypal`. A token
 * without such a word has no spans, so that `apple` is not found in `pineapple`.
 */
export function spansBesideSuspicion(token: string): [from: number, to: number][] {
  const form = makeConfusableForm(token);
  const isCut = (from: number, to: number) =>
    from >= 0 && matchesWord(ATTACHED, token.slice(from, to), form.slice(from, to));
  const starts = [0];
  const ends = [token.length];
  // Both loops also visit what they append. They cut a second word off after the first, up to the limit.
  for (const from of starts) {
    for (const length of ATTACHED_LENGTHS)
      if (starts.length < MAX_CUTS && isCut(from, from + length)) starts.push(from + length);
  }
  for (const to of ends) {
    for (const length of ATTACHED_LENGTHS) if (ends.length < MAX_CUTS && isCut(to - length, to)) ends.push(to - length);
  }
  const spans = starts.flatMap((from) => ends.map((to): [number, number] => [from, to]));
  return spans.filter(([from, to]) => from < to && (from > 0 || to < token.length));
}

function includesWord(set: WordSet, token: string): boolean {
  if (matchesWord(set, token, makeConfusableForm(token))) return true;
  const bare = withoutNumber(token);
  return bare !== token && matchesWord(set, bare, makeConfusableForm(bare));
}

function matchesWord(set: WordSet, token: string, form: string): boolean {
  const word = set.get(form);
  return word !== undefined && reads(token, word, true);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
