import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addClick,
  addCounts,
  type DailyCounts,
  DIMENSIONS,
  dayStartsAt,
  decodeCounts,
  type EncodedCounts,
  encodeCounts,
  makeCounts,
  OTHER,
  type Profile,
  toCountedValue,
  utcDayAt,
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

function countClicks(...clicks: [at: number, isScan: boolean, profile: Profile | null][]): DailyCounts {
  const counts = makeCounts();
  for (const click of clicks) addClick(counts, ...click);
  return counts;
}

describe('daily counts', () => {
  it('count a click under its quarter of an hour and under every value of its profile', () => {
    const counts = countClicks(
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

  it('count a click without a profile in total, and under no value', () => {
    const counts = countClicks([NOON, false, null]);
    expect(counts.clicks).toBe(1);
    for (const name of DIMENSIONS) expect(counts.by[name].size).toBe(0);
  });

  it('count a thousand values of a dimension separately, and all further ones as Other', () => {
    const [counts, added] = [makeCounts(), makeCounts()];
    for (let i = 0; i < 3_000; i++) addClick(added, NOON, false, profileWith({ referrer: `h${i}.example` }));
    addCounts(counts, added);
    expect(counts.by.referrer.size).toBe(1_001);
    expect(counts.by.referrer.get(OTHER)).toBe(2_000);
    addCounts(counts, countClicks([NOON, false, profileWith({ referrer: 'late.example' })]));
    expect(counts.by.referrer.get(OTHER)).toBe(2_001);
  });

  it('count a value of more than 64 characters as Other', () => {
    const counts = countClicks([NOON, false, profileWith({ referrer: 'a'.repeat(65) })]);
    expect([...counts.by.referrer]).toEqual([[OTHER, 1]]);
  });

  it('count values that are names of properties of every object', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    const counts = countClicks(
      ...names.map((referrer): [number, boolean, Profile] => [NOON, false, profileWith({ referrer })]),
    );
    const read = decodeCounts(JSON.parse(JSON.stringify(encodeCounts(counts))));
    expect([...read.by.referrer]).toEqual(names.map((name) => [name, 1]));
  });
});

const values = fc.constantFrom('a', 'b', 'c', '__proto__');
const click = fc.tuple(
  fc.integer({ min: dayStartsAt(utcDayAt(NOON)), max: dayStartsAt(utcDayAt(NOON) + 1) - 1 }),
  fc.boolean(),
  fc.option(fc.record(Object.fromEntries(DIMENSIONS.map((name) => [name, values]))) as fc.Arbitrary<Profile>),
);

/** The counts with their values in a fixed order, so that equal counts compare as equal. */
const sorted = (counts: DailyCounts) => ({
  ...counts,
  quarters: [...counts.quarters].sort(),
  by: DIMENSIONS.map((name) => [...counts.by[name]].sort()),
});

it('addCounts gives the same sum for every division of the clicks and every order of the parts', () => {
  fc.assert(
    fc.property(fc.array(click), fc.array(fc.nat(4)), (clicks, parts) => {
      const pieces = [0, 1, 2, 3, 4].map((piece) => countClicks(...clicks.filter((_, i) => (parts[i] ?? 0) === piece)));
      const sum = makeCounts();
      for (const piece of pieces.reverse())
        addCounts(sum, decodeCounts(JSON.parse(JSON.stringify(encodeCounts(piece)))));
      expect(sorted(sum)).toEqual(sorted(countClicks(...clicks)));
    }),
  );
});

describe('the codec of daily counts', () => {
  it.each(golden)(
    'decodes the sample of format $format, and encodes it to the same value',
    ({ encoded, clicks, visitors, quarters, browser }) => {
      const counts = decodeCounts(encoded as unknown as EncodedCounts);
      expect([counts.clicks, counts.visitors]).toEqual([clicks, visitors]);
      expect([...counts.quarters]).toEqual(quarters);
      expect([...counts.by.browser]).toEqual(browser);
      expect(encodeCounts(counts)).toEqual(encoded);
    },
  );

  it('throws for an unknown format', () => {
    expect(() => decodeCounts([2, 0, 0, 0, 0, 0])).toThrow('unknown format 2');
  });
});

it('countedValue returns a value of 64 characters, and Other for a longer one', () => {
  expect([toCountedValue('a'.repeat(64)), toCountedValue('a'.repeat(65))]).toEqual(['a'.repeat(64), 'Other']);
});

it('addCounts adds the requests of robots, and the visitors', () => {
  const sum = { ...makeCounts(), robots: 2, visitors: 4 };
  addCounts(sum, { ...makeCounts(), robots: 3, visitors: 1 });
  expect(sum).toMatchObject({ robots: 5, visitors: 5 });
});

it('decodeCounts returns empty counts for lists that are missing', () => {
  const read = decodeCounts([1, 4, 3, 2, 5, 1]);
  expect(read).toEqual({ ...makeCounts(), clicks: 4, scans: 3, robots: 2, visitors: 5, lastAt: 1 });
});
