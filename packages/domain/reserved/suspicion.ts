/** Finds words around a name that make an alias pretend to belong to the name's owner. The lists are in context.ts. */
import { confusableForm, reads } from './confusable-form';
import { HARD_CONTEXT, NOISE, SOFT_CONTEXT, STATE_HARD_CONTEXT, STATE_SOFT_CONTEXT } from './context';

type WordSet = ReadonlyMap<string, string>;

const byForm = (list: readonly string[]): WordSet => new Map(list.map((word) => [confusableForm(word), word]));

const HARD = byForm(HARD_CONTEXT);
const SOFT = byForm(SOFT_CONTEXT);
const STATE_HARD = byForm([...HARD_CONTEXT, ...STATE_HARD_CONTEXT]);
const STATE_SOFT = byForm([...SOFT_CONTEXT, ...STATE_SOFT_CONTEXT]);
const ATTACHED = byForm([...HARD_CONTEXT, ...SOFT_CONTEXT, ...STATE_HARD_CONTEXT]);
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
  const form = confusableForm(token);
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
  if (matchesWord(set, token, confusableForm(token))) return true;
  const bare = withoutNumber(token);
  return bare !== token && matchesWord(set, bare, confusableForm(bare));
}

function matchesWord(set: WordSet, token: string, form: string): boolean {
  const word = set.get(form);
  return word !== undefined && reads(token, word, true);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}
