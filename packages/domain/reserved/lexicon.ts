import { BRAND_NAMES } from './brand-names';
import { BRAND_COMMON, BRAND_WHOLES, BRAND_WORDS } from './brand-words';
import { confusableForm } from './confusable-form';
import { GOVERNMENT } from './government';
import { MALICIOUS } from './malicious';
import { SYSTEM } from './system';

/** Why an alias is not given out; the four reasons (specification 5.5). */
export type ReservedReason = 'system' | 'brand' | 'government' | 'malicious';

/**
 * Where an entry counts. `alone`: as the entire alias. `beside`: beside a word that makes it a pretence. `either`.
 * `anywhere`: also as any word of the alias. `phrase`: as the alias without noise and words of suspicion.
 */
export type Reach = 'alone' | 'beside' | 'either' | 'anywhere' | 'phrase';

/** One list: everything in it has one reason and one reach. */
export type ReservedList = { reason: ReservedReason; reach: Reach; entries: readonly string[] };

/** One listed word, without hyphens, and the number of parts its list writes it in. */
export type Entry = { word: string; parts: number; reason: ReservedReason; reach: Reach };

/** All that is reserved: a row per list. To reserve more, add a word to a list, or a row. */
export const RESERVED_LISTS: readonly ReservedList[] = [
  { reason: 'system', reach: 'alone', entries: SYSTEM },
  { reason: 'brand', reach: 'anywhere', entries: BRAND_NAMES },
  { reason: 'brand', reach: 'either', entries: BRAND_WORDS },
  { reason: 'brand', reach: 'beside', entries: BRAND_COMMON },
  { reason: 'brand', reach: 'alone', entries: BRAND_WHOLES },
  { reason: 'government', reach: 'either', entries: GOVERNMENT },
  { reason: 'malicious', reach: 'phrase', entries: MALICIOUS },
];

/** Every entry by its confusable form, and the longest form: no look-up needs to be longer, which keeps the search linear. */
export type Lexicon = { readonly entries: ReadonlyMap<string, Entry>; readonly longestForm: number };

let built: Lexicon | undefined;

/** The lexicon, built at its first use: a Worker that starts must not wait for it. */
export function lexicon(): Lexicon {
  built ??= lexiconOf(RESERVED_LISTS);
  return built;
}

/** The first row wins, and a test keeps the rows free of doubles. */
function lexiconOf(lists: readonly ReservedList[]): Lexicon {
  const entries = new Map<string, Entry>();
  const add = (parts: string[], reason: ReservedReason, reach: Reach) => {
    const word = parts.join('');
    if (!entries.has(confusableForm(word)))
      entries.set(confusableForm(word), { word, parts: parts.length, reason, reach });
  };
  for (const { reason, reach, entries: words } of lists) {
    for (const entry of words) add(entry.split('-'), reason, reach);
  }
  // Second, so that no turned phrase takes the place of a listed word: `account-verify` is `verify-account`.
  for (const { reason, reach, entries: words } of lists) {
    if (reach !== 'phrase') continue;
    for (const entry of words) {
      const parts = entry.split('-');
      if (parts.length === 2) add(parts.reverse(), reason, reach);
    }
  }
  return { entries, longestForm: Math.max(...[...entries.keys()].map((form) => form.length)) };
}
