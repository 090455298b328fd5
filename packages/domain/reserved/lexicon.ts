/** All reserved words in one map, each with its reason and with the places in an alias where it counts. */
import { BRAND_COMMON, BRAND_NAMES, BRAND_WHOLES, BRAND_WORDS } from './brands';
import { GOVERNMENT } from './government';
import { MALICIOUS } from './malicious';
import { SYSTEM } from './system';
import { makeConfusableForm } from './words';

/** Why an alias is reserved: the four reasons (specification 5.5). */
export type ReservedReason = 'system' | 'brand' | 'government' | 'malicious';

/**
 * Where in an alias an entry makes it reserved. `alone`: as the whole alias. `beside`: beside a word of `context.ts`.
 * `either`: both of these. `anywhere`: also as any token of the alias. `phrase`: as the alias without noise and
 * suspicious words.
 */
export type Reach = 'alone' | 'beside' | 'either' | 'anywhere' | 'phrase';

/** One list. All its entries have one reason and one reach. */
type ReservedList = { reason: ReservedReason; reach: Reach; entries: readonly string[] };

/** One listed word without its hyphens, and the number of parts that they separate. */
export type Entry = { word: string; parts: number; reason: ReservedReason; reach: Reach };

/** All reserved words, a row per list. To reserve more, add a word to a list, or a row. */
export const RESERVED_LISTS: readonly ReservedList[] = [
  { reason: 'system', reach: 'alone', entries: SYSTEM },
  { reason: 'brand', reach: 'anywhere', entries: BRAND_NAMES },
  { reason: 'brand', reach: 'either', entries: BRAND_WORDS },
  { reason: 'brand', reach: 'beside', entries: BRAND_COMMON },
  { reason: 'brand', reach: 'alone', entries: BRAND_WHOLES },
  { reason: 'government', reach: 'either', entries: GOVERNMENT },
  { reason: 'malicious', reach: 'phrase', entries: MALICIOUS },
];

/**
 * Every entry by its confusable form, and the length of the longest form. No lookup needs a longer text, so the search
 * takes linear time.
 */
type Lexicon = { readonly entries: ReadonlyMap<string, Entry>; readonly longestForm: number };

let built: Lexicon | undefined;

/** The lexicon. It is built at its first use, so that the start of a worker does not wait for it. */
export function getLexicon(): Lexicon {
  built ??= buildLexicon(RESERVED_LISTS);
  return built;
}

/** Builds the lexicon. Of entries with equal forms the first one is used; a test makes sure that there are none. */
function buildLexicon(lists: readonly ReservedList[]): Lexicon {
  const entries = new Map<string, Entry>();
  const add = (parts: string[], reason: ReservedReason, reach: Reach) => {
    const word = parts.join('');
    if (!entries.has(makeConfusableForm(word)))
      entries.set(makeConfusableForm(word), { word, parts: parts.length, reason, reach });
  };
  for (const { reason, reach, entries: words } of lists) {
    for (const entry of words) add(entry.split('-'), reason, reach);
  }
  // Reversed phrases come second, so that none replaces a listed word: `account-verify` is `verify-account`.
  for (const { reason, reach, entries: words } of lists) {
    if (reach !== 'phrase') continue;
    for (const entry of words) {
      const parts = entry.split('-');
      if (parts.length === 2) add(parts.reverse(), reason, reach);
    }
  }
  return { entries, longestForm: Math.max(...[...entries.keys()].map((form) => form.length)) };
}
