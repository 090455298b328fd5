/** The words for the links that a page shows. */
import { expect, it } from 'vitest';
import { EVERY_LINK } from './links-query';
import { formatRange, type LinksView } from './links-range';

const exactly = (count: number) => ({ count, isMore: false });
const atLeast = (count: number) => ({ count, isMore: true });
const second = (from?: number) => ({ cursor: 'x', from });

type Shown = Partial<Omit<LinksView, 'links' | 'unfinished'>> & {
  readonly shown: number;
  /** How far an unfinished search has come. */
  readonly reach?: NonNullable<LinksView['unfinished']>['reach'];
};

const SEARCH = { ...EVERY_LINK, search: 'spring' };
const BY_CLICKS = { ...EVERY_LINK, sort: 'clicks' } as const;

it.each<[words: string, Shown]>([
  ['1 link', { shown: 1, count: exactly(1) }],
  ['25 links', { shown: 25, count: exactly(25) }],
  ['315 links, 1–25', { shown: 25, count: exactly(315) }],
  ['315 links, 301–315', { shown: 15, start: second(301), count: exactly(315) }],
  ['10,000+ links, 26–50', { shown: 25, start: second(26), count: atLeast(10_000) }],
  ['315 links', { shown: 25, start: second(), count: exactly(315) }],
  ['1 found', { shown: 1, listed: SEARCH, count: exactly(1) }],
  ['1–25 of 69 found', { shown: 25, listed: SEARCH, count: exactly(69) }],
  ['51–69 of 69 found', { shown: 19, listed: SEARCH, start: second(51), count: exactly(69) }],
  ['26–50 of more than 50 found', { shown: 25, listed: SEARCH, start: second(26), count: atLeast(425) }],
  ['26–50 of more than 50 found', { shown: 25, listed: SEARCH, start: { cursor: 'x', to: 50 }, count: null }],
  ['', { shown: 25, listed: SEARCH, start: second(), count: null }],
  [
    '3 found so far in the newest 2,000 of 10,000+ links',
    { shown: 3, listed: SEARCH, count: exactly(3), reach: { before: 2_000, all: atLeast(10_000) } },
  ],
  ['28 found so far', { shown: 3, listed: SEARCH, start: second(26), count: exactly(28), reach: null }],
  [
    'None found yet among the 800 most clicked links',
    { shown: 0, listed: BY_CLICKS, count: exactly(0), reach: { count: 800 } },
  ],
])('%j', (words, { shown, reach, ...range }) => {
  const unfinished = reach === undefined ? null : { cursor: 'x', codes: [], reach };
  const links = Array(shown).fill({}) as LinksView['links'];
  const page = { listed: EVERY_LINK, start: undefined, previousCursor: 'x', count: null, ...range, links, unfinished };
  expect(formatRange(page)).toBe(words);
});
