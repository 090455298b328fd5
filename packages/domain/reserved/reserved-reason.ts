import { confusableForm, reads } from './confusable-form';
import { type Entry, lexicon, type Reach, type ReservedReason } from './lexicon';
import { isNoise, isPretence, isSuspicious, spansBesideSuspicion, withoutNumber } from './suspicion';

export type { ReservedReason };

/** The country codes with government domains under `gov`: `hmrc-gov-uk` imitates the host of such a domain. */
const GOV_COUNTRIES = new Set('uk us au br in za nz sg pl pt it ie gr tr cn hk my ph ng il eg pk bd lk'.split(' '));

/** The reaches of names, which are searched inside an alias too. */
const NAME_REACHES: ReadonlySet<Reach> = new Set(['beside', 'either', 'anywhere']);

/**
 * Returns why an alias is reserved; null where it is free (specification 5.5). The time is bounded by the length of the
 * alias times that of the longest listed word. docs/design/creation-and-idempotency.md has the rules.
 */
export function reservedReason(alias: string): ReservedReason | null {
  // An rn looks like an m, and a vv like a w.
  const merged = alias.toLowerCase().replaceAll('rn', 'm').replaceAll('vv', 'w');
  return reasonOf(alias) ?? (merged === alias.toLowerCase() ? null : reasonOf(merged));
}

function reasonOf(alias: string): ReservedReason | null {
  const tokens = alias.split('-').filter((token) => token !== '');
  if (tokens.length === 0) return 'system'; // hyphens alone look like the service's own, and nobody can read them out
  return wholeReason(tokens) ?? phraseReason(tokens) ?? nameReason(tokens) ?? stateReason(tokens);
}

/** The reason of the whole alias, read without its hyphens. Only here the list `system` is searched. */
function wholeReason(tokens: readonly string[]): ReservedReason | null {
  const text = tokens.join('');
  const entry = lexicon().entries.get(confusableForm(text));
  return entry && entry.reach !== 'beside' && isUnambiguous(text, entry) ? entry.reason : null;
}

/**
 * The reason of a brand or a government body in one token, or in neighbouring tokens joined into one
 * (`p-a-y-p-a1-help`).
 */
function nameReason(tokens: readonly string[]): ReservedReason | null {
  const forms = tokens.map(confusableForm);
  for (const [from, token] of tokens.entries()) {
    const inside = insideReason(tokens, from, token);
    if (inside) return inside;
    let text = '';
    let form = '';
    for (let to = from + 1; to <= tokens.length && form.length < lexicon().longestForm; to++) {
      text += tokens[to - 1];
      form += forms[to - 1];
      const entry = nameOf(text, form);
      if (entry && isReservedName(tokens, from, to, entry, text)) return entry.reason;
    }
  }
  return null;
}

/** The reason of a name inside one token: beside a number (`paypal2024`) or a suspicious word (`irsrefund`). */
function insideReason(tokens: readonly string[], at: number, token: string): ReservedReason | null {
  const bare = withoutNumber(token);
  const numbered = bare === token ? null : nameOf(bare);
  if (numbered && isReservedName(tokens, at, at + 1, numbered, bare)) return numbered.reason;
  // In fewer than six characters a name may be chance: `nsaid` is not `nsa` with an `id`.
  if (token.length < 6) return null;
  for (const [from, to] of spansBesideSuspicion(token)) {
    const entry = nameOf(token.slice(from, to));
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
function stateReason(tokens: readonly string[]): ReservedReason | null {
  if (tokens.length < 2) return null;
  const isGov = (token = '') => confusableForm(token) === 'gov' && reads(token, 'gov', true);
  const isCountry = (token = '') => GOV_COUNTRIES.has(token.toLowerCase());
  const [first, second] = tokens;
  const ends = isGov(tokens.at(-1)) || (isGov(tokens.at(-2)) && isCountry(tokens.at(-1)));
  return ends || (isGov(first) && isCountry(second)) ? 'government' : null;
}

/** The reason of a listed phrase in the alias, with only noise and suspicious words beside it. */
function phraseReason(tokens: readonly string[]): ReservedReason | null {
  const core = tokens.filter((token) => !isNoise(token));
  for (const [from, token] of core.entries()) {
    let text = '';
    for (let to = from + 1; to <= core.length && text.length < lexicon().longestForm; to++) {
      text += core[to - 1];
      const entry = phraseOf(text) ?? phraseOf(withoutNumber(text));
      const rest = () => [...core.slice(0, from), ...core.slice(to)];
      if (entry && rest().every(isSuspicious)) return entry.reason;
    }
    // Every token before the phrase must be a suspicious word too.
    if (!isSuspicious(token)) break;
  }
  return null;
}

function phraseOf(text: string): Entry | null {
  const entry = lexicon().entries.get(confusableForm(text));
  return entry?.reach === 'phrase' && reads(text, entry.word, true) ? entry : null;
}

function nameOf(text: string, form = confusableForm(text)): Entry | null {
  const entry = lexicon().entries.get(form);
  return entry && NAME_REACHES.has(entry.reach) && reads(text, entry.word, true) ? entry : null;
}
