import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addClick,
  addCounts,
  countedValue,
  type DailyCounts,
  DIMENSIONS,
  dayOf,
  dayStartsAt,
  decodeCounts,
  type EncodedCounts,
  emptyCounts,
  encodeCounts,
  OTHER,
  type Profile,
} from './daily-counts';
import golden from './daily-counts.golden.json';

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

function countsOf(...clicks: [at: number, isScan: boolean, profile: Profile | null][]): DailyCounts {
  const counts = emptyCounts();
  for (const click of clicks) addClick(counts, ...click);
  return counts;
}

describe('daily counts', () => {
  it('counts a click under its quarter of an hour and every value of its profile', () => {
    const counts = countsOf(
      [NOON, false, profileWith()],
      [NOON + 14 * 60_000, true, profileWith({ browser: 'Firefox' })],
    );
    expect(counts).toMatchObject({ clicks: 2, scans: 1, robots: 0, lastAt: NOON + 14 * 60_000 });
    expect([...counts.quarters]).toEqual([[48, 2]]);
    expect([...counts.by.browser]).toEqual([
      ['Chrome', 1],
      ['Firefox', 1],
    ]);
  });

  it('counts the click of a visitor who asks not to be tracked, and nothing else of it', () => {
    const counts = countsOf([NOON, false, null]);
    expect(counts.clicks).toBe(1);
    for (const name of DIMENSIONS) expect(counts.by[name].size).toBe(0);
  });

  it('counts a thousand values apart and the rest as one, however many visitors make up', () => {
    const counts = emptyCounts();
    for (let i = 0; i < 3_000; i++) addClick(counts, NOON, false, profileWith({ referrer: `h${i}.example` }));
    expect(counts.by.referrer.size).toBe(1_001);
    expect(counts.by.referrer.get(OTHER)).toBe(2_000);
    addCounts(counts, countsOf([NOON, false, profileWith({ referrer: 'late.example' })]));
    expect(counts.by.referrer.get(OTHER)).toBe(2_001);
  });

  it('keeps no value longer than 64 characters', () => {
    const counts = countsOf([NOON, false, profileWith({ referrer: 'a'.repeat(65) })]);
    expect([...counts.by.referrer]).toEqual([[OTHER, 1]]);
  });

  it('counts values that are names of properties of every object', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const counts = countsOf(
      ...names.map((referrer): [number, boolean, Profile] => [NOON, false, profileWith({ referrer })]),
    );
    const read = decodeCounts(JSON.parse(JSON.stringify(encodeCounts(counts))));
    expect([...read.by.referrer]).toEqual(names.map((name) => [name, 1]));
  });
});

const values = fc.constantFrom('a', 'b', 'c', '__proto__');
const click = fc.tuple(
  fc.integer({ min: dayStartsAt(dayOf(NOON)), max: dayStartsAt(dayOf(NOON) + 1) - 1 }),
  fc.boolean(),
  fc.option(fc.record(Object.fromEntries(DIMENSIONS.map((name) => [name, values]))) as fc.Arbitrary<Profile>),
);

/** The counts in a fixed order of their values. */
const sorted = (counts: DailyCounts) => ({
  ...counts,
  quarters: [...counts.quarters].sort(),
  by: DIMENSIONS.map((name) => [...counts.by[name]].sort()),
});

it('gives the same sum however the clicks are divided and in whatever order the parts are added', () => {
  fc.assert(
    fc.property(fc.array(click), fc.array(fc.nat(4)), (clicks, parts) => {
      const pieces = [0, 1, 2, 3, 4].map((piece) => countsOf(...clicks.filter((_, i) => (parts[i] ?? 0) === piece)));
      const sum = emptyCounts();
      for (const piece of pieces.reverse())
        addCounts(sum, decodeCounts(JSON.parse(JSON.stringify(encodeCounts(piece)))));
      expect(sorted(sum)).toEqual(sorted(countsOf(...clicks)));
    }),
  );
});

describe('the codec', () => {
  it.each(golden)('reads format $format as it was written', ({ encoded, clicks, quarters, browser }) => {
    const counts = decodeCounts(encoded as unknown as EncodedCounts);
    expect(counts.clicks).toBe(clicks);
    expect([...counts.quarters]).toEqual(quarters);
    expect([...counts.by.browser]).toEqual(browser);
    expect(encodeCounts(counts)).toEqual(encoded);
  });

  it('reads no format it does not know', () => {
    expect(() => decodeCounts([2, 0, 0, 0, 0] as EncodedCounts)).toThrow('unknown format 2');
  });
});

it('keeps a value of 64 characters, and counts a longer one as Other', () => {
  expect([countedValue('a'.repeat(64)), countedValue('a'.repeat(65))]).toEqual(['a'.repeat(64), 'Other']);
});

it('adds robots up', () => {
  const sum = { ...emptyCounts(), robots: 2 };
  addCounts(sum, { ...emptyCounts(), robots: 3 });
  expect(sum.robots).toBe(5);
});

it('decodes counts that end early as counts without the rest', () => {
  const read = decodeCounts([1, 4, 3, 2, 1] as EncodedCounts);
  expect(read).toEqual({ ...emptyCounts(), clicks: 4, scans: 3, robots: 2, lastAt: 1 });
});
