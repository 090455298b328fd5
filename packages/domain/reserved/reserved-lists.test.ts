import { describe, expect, it } from 'vitest';
import { HARD_CONTEXT, NOISE, SOFT_CONTEXT, STATE_HARD_CONTEXT, STATE_SOFT_CONTEXT } from './context';
import { RESERVED_LISTS } from './lexicon';
import { findReservedReason, type ReservedReason } from './reserved-reason';
import { makeConfusableForm, reads } from './words';

const entries = RESERVED_LISTS.flatMap(({ reason, entries }) => entries.map((entry) => [entry, reason] as const));
const countReason = (reason: ReservedReason) => aloneReserved.filter(([, its]) => its === reason).length;
const listed = RESERVED_LISTS.filter(({ reach }) => reach !== 'beside');
const aloneReserved = listed.flatMap(({ reason, entries }) => entries.map((entry) => [entry, reason] as const));
const withWrongReason = (spell: (entry: string) => string) =>
  aloneReserved.filter(([entry, reason]) => findReservedReason(spell(entry)) !== reason).map(([entry]) => spell(entry));

const LEET: Readonly<Record<string, string>> = { o: '0', l: '1', e: '3', a: '4', s: '5', t: '7', g: '9' };

/** Replaces every second letter that a digit imitates, so that enough letters are left to be read. */
function leet(entry: string): string {
  let seen = 0;
  return [...entry].map((letter) => (letter in LEET && seen++ % 2 === 0 ? LEET[letter] : letter)).join('');
}

describe('the lists', () => {
  it('have at least 600 words: 150 each of brands, governments and malicious phrases, and 100 of the system', () => {
    expect(aloneReserved.length).toBeGreaterThanOrEqual(600);
    for (const reason of ['brand', 'government', 'malicious'] as const)
      expect(countReason(reason)).toBeGreaterThanOrEqual(150);
    expect(countReason('system')).toBeGreaterThanOrEqual(100);
  });

  it('have no two words with the same confusable form', () => {
    const seen = new Map<string, string>();
    const doubles = entries.filter(([entry]) => {
      const isDouble = seen.has(makeConfusableForm(entry));
      seen.set(makeConfusableForm(entry), entry);
      return isDouble;
    });
    expect(doubles).toEqual([]);
  });

  it('have words in lower case, with hyphens only inside, of at most fifty characters', () => {
    expect(entries.filter(([entry]) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(entry) || entry.length > 50)).toEqual([]);
  });

  it('in context.ts have no word twice', () => {
    for (const list of [HARD_CONTEXT, SOFT_CONTEXT, STATE_HARD_CONTEXT, STATE_SOFT_CONTEXT, NOISE]) {
      expect(new Set(list).size).toBe(list.length);
    }
  });
});

describe('every listed word has the reason of its list', () => {
  it('as it is listed', () => expect(withWrongReason((entry) => entry)).toEqual([]));
  it('in capitals', () => expect(withWrongReason((entry) => entry.toUpperCase())).toEqual([]));
  it('without its hyphens', () => expect(withWrongReason((entry) => entry.replaceAll('-', ''))).toEqual([]));
  it('with a hyphen after every letter', () => expect(withWrongReason((entry) => [...entry].join('-'))).toEqual([]));
  it('with hyphens around it', () => expect(withWrongReason((entry) => `-${entry}--`)).toEqual([]));

  it('with digits for letters, if enough letters are left to be read', () => {
    const legible = (entry: string) => {
      const bare = entry.replaceAll('-', '');
      return reads(leet(bare), bare, false) ? leet(entry) : entry;
    };
    expect(entries.filter(([entry]) => legible(entry) !== entry).length).toBeGreaterThan(900);
    expect(withWrongReason(legible)).toEqual([]);
  });
});

describe('a brand or an agency', () => {
  const names = RESERVED_LISTS.filter(({ reach }) => reach === 'beside' || reach === 'either' || reach === 'anywhere');

  it('is reserved with -login after it', () => {
    const free = names.flatMap(({ entries }) =>
      entries.filter((entry) => findReservedReason(`${entry}-login`) === null),
    );
    expect(free).toEqual([]);
  });

  it('is free alone if it is an everyday word', () => {
    const common = RESERVED_LISTS.filter(({ reach }) => reach === 'beside').flatMap(({ entries }) => entries);
    expect(common.length).toBeGreaterThan(30);
    expect(common.filter((entry) => findReservedReason(entry) !== null)).toEqual([]);
  });

  it('is free inside a longer word that contains no suspicious word', () => {
    const caught = names.flatMap(({ entries }) => entries.filter((entry) => findReservedReason(`x${entry}q`) !== null));
    expect(caught).toEqual([]);
  });
});

describe('the confusable form', () => {
  it.each([
    ['p-a-y-p-a1', 'paypal'],
    ['G00GLE', 'google'],
    ['MAIL', 'mall'],
    ['2345678901', 'zeasgtbgol'],
    ['---', ''],
  ])('of %s is %s', (alias, form) => {
    expect(makeConfusableForm(alias)).toBe(form);
  });

  it('does not make `mall` reserved as `mail`, or the room number `a01` as the brand `aol`', () => {
    expect(makeConfusableForm('mall')).toBe(makeConfusableForm('mail'));
    expect([findReservedReason('mail'), findReservedReason('mall'), findReservedReason('ma1l')]).toEqual([
      'system',
      null,
      'system',
    ]);
    expect([findReservedReason('aol'), findReservedReason('a0l'), findReservedReason('a01')]).toEqual([
      'brand',
      'brand',
      null,
    ]);
  });
});

describe('a text without a listed word', () => {
  it.each(['1', '-1-', '0'.repeat(50), 'a-'.repeat(25)])('is free: %j', (alias) => {
    expect(findReservedReason(alias)).toBeNull();
  });

  it.each(['__proto__', 'hasOwnProperty', 'toString', 'constructor'])(
    'is not found among the properties of every object: %s',
    (alias) => {
      expect([null, 'system']).toContain(findReservedReason(alias));
    },
  );
});
