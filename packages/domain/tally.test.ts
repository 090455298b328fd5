import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addClick,
  addTally,
  DIMENSIONS,
  dayOf,
  dayStartsAt,
  decodeTally,
  type EncodedTally,
  emptyTally,
  encodeTally,
  OTHER,
  type Profile,
  type Tally,
} from './tally';
import golden from './tally.golden.json';

const NOON = Date.UTC(2026, 10, 21, 12);

const profileWith = (more: Partial<Profile> = {}): Profile => ({
  country: 'DE',
  city: 'Köln, DE',
  device: 'Desktop',
  browser: 'Chrome',
  os: 'Mac OS',
  referrer: 'news.example',
  language: 'de',
  ...more,
});

function tallyOf(...clicks: [at: number, isScan: boolean, profile: Profile | null][]): Tally {
  const tally = emptyTally();
  for (const click of clicks) addClick(tally, ...click);
  return tally;
}

describe('a tally', () => {
  it('counts a click under its quarter of an hour and every value of its profile', () => {
    const tally = tallyOf(
      [NOON, false, profileWith()],
      [NOON + 14 * 60_000, true, profileWith({ browser: 'Firefox' })],
    );
    expect(tally).toMatchObject({ clicks: 2, scans: 1, robots: 0, lastAt: NOON + 14 * 60_000 });
    expect([...tally.quarters]).toEqual([[48, 2]]);
    expect([...tally.by.browser]).toEqual([
      ['Chrome', 1],
      ['Firefox', 1],
    ]);
  });

  it('counts the click of a visitor who is not to be looked at, and nothing else of it', () => {
    const tally = tallyOf([NOON, false, null]);
    expect(tally.clicks).toBe(1);
    for (const name of DIMENSIONS) expect(tally.by[name].size).toBe(0);
  });

  it('tells a thousand values apart and counts the rest as one, however many clicks make them up', () => {
    const tally = emptyTally();
    for (let i = 0; i < 3_000; i++) addClick(tally, NOON, false, profileWith({ referrer: `h${i}.example` }));
    expect(tally.by.referrer.size).toBe(1_001);
    expect(tally.by.referrer.get(OTHER)).toBe(2_000);
    addTally(tally, tallyOf([NOON, false, profileWith({ referrer: 'late.example' })]));
    expect(tally.by.referrer.get(OTHER)).toBe(2_001);
  });

  it('keeps no value longer than 64 characters', () => {
    const tally = tallyOf([NOON, false, profileWith({ referrer: 'a'.repeat(65) })]);
    expect([...tally.by.referrer]).toEqual([[OTHER, 1]]);
  });

  it('takes names that every object has for names', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const tally = tallyOf(
      ...names.map((referrer): [number, boolean, Profile] => [NOON, false, profileWith({ referrer })]),
    );
    const read = decodeTally(JSON.parse(JSON.stringify(encodeTally(tally))));
    expect([...read.by.referrer]).toEqual(names.map((name) => [name, 1]));
  });
});

const values = fc.constantFrom('a', 'b', 'c', '__proto__');
const click = fc.tuple(
  fc.integer({ min: dayStartsAt(dayOf(NOON)), max: dayStartsAt(dayOf(NOON) + 1) - 1 }),
  fc.boolean(),
  fc.option(fc.record(Object.fromEntries(DIMENSIONS.map((name) => [name, values]))) as fc.Arbitrary<Profile>),
);

/** Without the order in which values came. */
const sorted = (tally: Tally) => ({
  ...tally,
  quarters: [...tally.quarters].sort(),
  by: DIMENSIONS.map((name) => [...tally.by[name]].sort()),
});

it('comes to the same however its clicks are parted and in whatever order the parts are added', () => {
  fc.assert(
    fc.property(fc.array(click), fc.array(fc.nat(4)), (clicks, parts) => {
      const pieces = [0, 1, 2, 3, 4].map((piece) => tallyOf(...clicks.filter((_, i) => (parts[i] ?? 0) === piece)));
      const sum = emptyTally();
      for (const piece of pieces.reverse()) addTally(sum, decodeTally(JSON.parse(JSON.stringify(encodeTally(piece)))));
      expect(sorted(sum)).toEqual(sorted(tallyOf(...clicks)));
    }),
  );
});

describe('the codec', () => {
  it.each(golden)('reads format $format as it was written', ({ encoded, clicks, quarters, browser }) => {
    const tally = decodeTally(encoded as unknown as EncodedTally);
    expect(tally.clicks).toBe(clicks);
    expect([...tally.quarters]).toEqual(quarters);
    expect([...tally.by.browser]).toEqual(browser);
    expect(encodeTally(tally)).toEqual(encoded);
  });

  it('reads no format it does not know', () => {
    expect(() => decodeTally([2, 0, 0, 0, 0] as EncodedTally)).toThrow('unknown format 2');
  });
});
