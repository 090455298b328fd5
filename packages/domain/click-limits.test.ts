import { describe, expect, it } from 'vitest';
import { PLAIN_LINK } from '#testkit/link';
import {
  entryToLimits,
  isLimited,
  isUsedUp,
  type Limits,
  linkToLimits,
  mayHaveLateClicks,
  mergeLimits,
  refusesClick,
} from './click-limits';
import { type LiveEntry, makeEntry } from './edge-entry';
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

describe('a link may have late clicks', () => {
  it.each<[string, Limits | null, Limits]>([
    ['the counter gets its first limits, of a link that is not new', null, limits({ version: 2 })],
    ['the link had no click limit before', limits({ maxClicks: null }), limits({ version: 6 })],
    ['the counter did not get the version before', limits(), limits({ version: 7 })],
    ['the link was dead, and may have had no click limit for a while', limits({ live: false }), limits({ version: 6 })],
  ])('if %s', (_, stored, received) => {
    expect(mayHaveLateClicks(stored, received)).toBe(true);
  });
});

describe('a link has no late clicks', () => {
  it.each<[string, Limits | null, Limits]>([
    ['the link is new and has its click limit from the start', null, limits({ version: 1 })],
    ['the counter has the limits of the version before', limits(), limits({ version: 6, maxClicks: 3 })],
    ['the counter gets the version that it has', limits(), limits()],
    ['the counter gets an older version', limits({ maxClicks: null }), limits({ version: 4 })],
    ['the link has no click limit', limits(), limits({ version: 9, maxClicks: null })],
    ['the link is dead', limits(), limits({ version: 9, live: false })],
  ])('if %s', (_, stored, received) => {
    expect(mayHaveLateClicks(stored, received)).toBe(false);
  });
});

const LINK: Link = { ...PLAIN_LINK, expiresAt: 9, maxClicks: 3, version: 2 };

describe('the limits', () => {
  const common = { code: 'promo', linkId: 'link', statistics: 'account:0', version: 2 };

  it('are the same for a link and for its entry', () => {
    const expected = { ...common, maxClicks: 3, expiresAt: 9, live: true };
    expect(linkToLimits(LINK)).toEqual(expected);
    expect(entryToLimits('promo', makeEntry(LINK, LINK.url) as LiveEntry)).toEqual(expected);
  });

  it('are null for an entry without limits', () => {
    const entry = makeEntry({ ...LINK, maxClicks: null, expiresAt: null }, LINK.url) as LiveEntry;
    expect(entryToLimits('promo', entry)).toEqual({ ...common, maxClicks: null, expiresAt: null, live: true });
  });

  it('are not live for a link that is gone or blocked', () => {
    expect(linkToLimits({ ...LINK, gone: 'CLICKS' }).live).toBe(false);
    expect(linkToLimits({ ...LINK, blocked: 'threat' }).live).toBe(false);
  });

  it('are merged to those of the higher version, or to the stored ones if the versions are equal', () => {
    const [older, same, newer] = [limits({ version: 4 }), limits({ maxClicks: 99 }), limits({ version: 6 })];
    expect(mergeLimits(null, older)).toBe(older);
    expect(mergeLimits(limits(), newer)).toBe(newer);
    for (const received of [older, same]) expect(mergeLimits(limits(), received)).toEqual(limits());
  });
});

describe('a click', () => {
  it.each<[number | null, number, boolean]>([
    [null, 1_000, false],
    [3, 2, false],
    [3, 3, true],
    [3, 4, true],
  ])('on a link with the click limit %s and %i clicks is refused: %s', (maxClicks, clicks, isSpent) => {
    expect(isUsedUp({ maxClicks }, clicks)).toBe(isSpent);
    expect(refusesClick(limits({ maxClicks }), clicks, 0)).toBe(isSpent);
  });

  it('on a dead link or an expired link is refused', () => {
    expect(refusesClick(limits({ live: false }), 0, 0)).toBe(true);
    expect([4, 5].map((now) => refusesClick(limits({ expiresAt: 5 }), 0, now))).toEqual([false, true]);
  });
});

it('isLimited is true only for a link with maxClicks', () => {
  expect([isLimited(LINK), isLimited({ ...LINK, maxClicks: null })]).toEqual([true, false]);
});

describe('hasExpired', () => {
  it.each<[number | null | undefined, number, boolean]>([
    [null, 5, false],
    [undefined, 5, false],
    [6, 5, false],
    [5, 5, true],
    [4, 5, true],
  ])('with expiresAt %s at %i returns %s', (expiresAt, now, isOver) => {
    expect(hasExpired(expiresAt, now)).toBe(isOver);
  });
});
