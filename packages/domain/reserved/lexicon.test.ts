import { expect, it } from 'vitest';
import { getLexicon, RESERVED_LISTS } from './lexicon';
import { makeConfusableForm } from './words';

// This is one test, because the lexicon is built once.
it('the lexicon has every listed word, phrases of two words in either order, and the length of the longest form', () => {
  const { entries, longestForm } = getLexicon();
  const listed = RESERVED_LISTS.flatMap((list) => list.entries.map((entry) => entry.replaceAll('-', '')));
  expect(listed.filter((word) => entries.get(makeConfusableForm(word))?.word !== word)).toEqual([]);
  expect(longestForm).toBe(Math.max(...listed.map((word) => word.length)));
  const phrase = { reason: 'malicious', reach: 'phrase' };
  expect(entries.get(makeConfusableForm('verifyaccount'))).toEqual({ word: 'verifyaccount', parts: 2, ...phrase });
  expect(entries.get(makeConfusableForm('accountverify'))).toEqual({ word: 'accountverify', parts: 2, ...phrase });
  expect(entries.get(makeConfusableForm('getrichquick'))).toEqual({ word: 'getrichquick', parts: 3, ...phrase });
  expect(entries.get(makeConfusableForm('quickrichget'))).toBeUndefined();
  expect(entries.get(makeConfusableForm('fargowells'))).toBeUndefined();
});

it('each list has its reason and its reach', () => {
  expect(RESERVED_LISTS.map(({ reason, reach }) => `${reason} ${reach}`)).toEqual([
    'system alone',
    'brand anywhere',
    'brand either',
    'brand beside',
    'brand alone',
    'government either',
    'malicious phrase',
  ]);
});
