import { describe, expect, it } from 'vitest';
import { type Limits, mayHaveLateClicks } from './limits';

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
    ['that hears of a link that is no longer new', null, limits({ version: 2 })],
    ['of a link that had no limit', limits({ maxClicks: null }), limits({ version: 6 })],
    ['that did not hear of the version before', limits(), limits({ version: 7 })],
    [
      'of a link that was dead, and may have lost and got a limit meanwhile',
      limits({ live: false }),
      limits({ version: 6 }),
    ],
  ])('%s', (_, held, heard) => {
    expect(mayHaveLateClicks(held, heard)).toBe(true);
  });
});

describe('a counter has missed none', () => {
  it.each<[string, Limits | null, Limits]>([
    ['of a link that was made with its limit', null, limits({ version: 1 })],
    ['where it held the limit before', limits(), limits({ version: 6, maxClicks: 3 })],
    ['where it hears what it knows', limits(), limits()],
    ['where it hears what is old', limits({ maxClicks: null }), limits({ version: 4 })],
    ['of a link without a limit', limits(), limits({ version: 9, maxClicks: null })],
    ['of a link that is dead', limits(), limits({ version: 9, live: false })],
  ])('%s', (_, held, heard) => {
    expect(mayHaveLateClicks(held, heard)).toBe(false);
  });
});
