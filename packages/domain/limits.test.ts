import { describe, expect, it } from 'vitest';
import { PLAIN_LINK } from '#testkit/link';
import { entryOf, type LiveEntry } from './edge-entry';
import {
  isLimited,
  isUsedUp,
  type Limits,
  limitsOfEntry,
  limitsOfLink,
  mayHaveLateClicks,
  mergeLimits,
  refusesClick,
} from './limits';
import { hasExpired, type Link } from './link';

const limits = (more: Partial<Limits> = {}): Limits => ({
  code: 'code',
  linkId: 'link',
  statistics: 'account:0',
  version: 5,
  maxClicks: 10,
  expiresAt: null,
  live: true,
  ...more,
});

describe('a counter may have missed clicks', () => {
  it.each<[string, Limits | null, Limits]>([
    ['that gets the first limits of a link that is no longer new', null, limits({ version: 2 })],
    ['of a link that had no limit', limits({ maxClicks: null }), limits({ version: 6 })],
    ['that did not get the version before', limits(), limits({ version: 7 })],
    [
      'of a link that was dead, and may have lost and got a limit meanwhile',
      limits({ live: false }),
      limits({ version: 6 }),
    ],
  ])('%s', (_, stored, received) => {
    expect(mayHaveLateClicks(stored, received)).toBe(true);
  });
});

describe('a counter has missed no clicks', () => {
  it.each<[string, Limits | null, Limits]>([
    ['of a link that was made with its limit', null, limits({ version: 1 })],
    ['where it stored the limit before', limits(), limits({ version: 6, maxClicks: 3 })],
    ['that gets the version it has', limits(), limits()],
    ['that gets an older version', limits({ maxClicks: null }), limits({ version: 4 })],
    ['of a link without a limit', limits(), limits({ version: 9, maxClicks: null })],
    ['of a link that is dead', limits(), limits({ version: 9, live: false })],
  ])('%s', (_, stored, received) => {
    expect(mayHaveLateClicks(stored, received)).toBe(false);
  });
});

const LINK: Link = { ...PLAIN_LINK, expiresAt: 9, maxClicks: 3, version: 2 };

describe('the limits', () => {
  const stored = { code: 'promo', linkId: 'link', statistics: 'account:0', version: 2 };

  it('of a link and of its entry are the same', () => {
    const expected = { ...stored, maxClicks: 3, expiresAt: 9, live: true };
    expect(limitsOfLink(LINK)).toEqual(expected);
    expect(limitsOfEntry('promo', entryOf(LINK, LINK.url) as LiveEntry)).toEqual(expected);
  });

  it('of an entry without limits are null', () => {
    const entry = entryOf({ ...LINK, maxClicks: null, expiresAt: null }, LINK.url) as LiveEntry;
    expect(limitsOfEntry('promo', entry)).toEqual({ ...stored, maxClicks: null, expiresAt: null, live: true });
  });

  it('of a link that is gone or blocked are those of a dead one', () => {
    expect(limitsOfLink({ ...LINK, gone: 'CLICKS' }).live).toBe(false);
    expect(limitsOfLink({ ...LINK, blocked: 'threat' }).live).toBe(false);
  });

  it('of the higher version hold, and of equal versions those that were held', () => {
    const [old, same, young] = [limits({ version: 4 }), limits({ maxClicks: 99 }), limits({ version: 6 })];
    expect(mergeLimits(null, old)).toBe(old);
    expect(mergeLimits(limits(), young)).toBe(young);
    for (const received of [old, same]) expect(mergeLimits(limits(), received)).toEqual(limits());
  });
});

describe('a click', () => {
  it.each<[number | null, number, boolean]>([
    [null, 1_000, false],
    [3, 2, false],
    [3, 3, true],
    [3, 4, true],
  ])('with a limit of %s after %i is one too many: %s', (maxClicks, clicks, isSpent) => {
    expect(isUsedUp({ maxClicks }, clicks)).toBe(isSpent);
    expect(refusesClick(limits({ maxClicks }), clicks, 0)).toBe(isSpent);
  });

  it('is refused by a dead link, and by an expired one', () => {
    expect(refusesClick(limits({ live: false }), 0, 0)).toBe(true);
    expect([4, 5].map((now) => refusesClick(limits({ expiresAt: 5 }), 0, now))).toEqual([false, true]);
  });
});

it('counts the clicks of a link with maxClicks only', () => {
  expect([isLimited(LINK), isLimited({ ...LINK, maxClicks: null })]).toEqual([true, false]);
});

describe('the time of a link', () => {
  it.each<[number | null | undefined, number, boolean]>([
    [null, 5, false],
    [undefined, 5, false],
    [6, 5, false],
    [5, 5, true],
    [4, 5, true],
  ])('that expires at %s has expired at %i: %s', (expiresAt, now, isOver) => {
    expect(hasExpired(expiresAt, now)).toBe(isOver);
  });
});
