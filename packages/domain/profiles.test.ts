import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addClick, DIMENSIONS, type Dimension, makeCounts, type Profile } from './daily-counts';
import { countMatching, countMatchingClicks, Profiles } from './profiles';
import golden from './profiles.golden.json';

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

function encode(clicks: readonly Partial<Profile>[]): string {
  const profiles = new Profiles();
  for (const more of clicks) {
    const profile = profileWith(more);
    profiles.countClick(profile, NOON, false);
    profiles.countVisitors(profile, 1);
  }
  return profiles.encode() ?? '';
}

/** Adds clicks in parts, as roll-ups do. */
function addParts(parts: readonly (readonly Profile[])[]): string {
  let stored: string | null = null;
  for (const part of parts) {
    const added = new Profiles();
    for (const profile of part) added.countClick(profile, NOON, false);
    const all = Profiles.decode(stored);
    all.add(added);
    stored = all.encode();
  }
  return stored ?? '';
}

describe('a filter', () => {
  const text = encode([{}, {}, { browser: 'Firefox' }, { country: 'US', city: 'Dallas, US' }]);

  it('counts the clicks with its value, their other values, quarters and visitors', () => {
    const counts = countMatching(text, { country: 'DE' });
    expect(counts).toMatchObject({ clicks: 3, visitors: 3, missed: 0 });
    expect([...counts.quarters]).toEqual([[48, 3]]);
    expect(Object.fromEntries(counts.by.browser)).toEqual({ Chrome: 2, Firefox: 1 });
    expect([...counts.by.city.keys()]).toEqual(['Köln, DE']);
    expect(countMatchingClicks(text, { country: 'DE' })).toBe(3);
  });

  it('of several dimensions counts what has all of the values', () => {
    expect(countMatching(text, { country: 'DE', browser: 'Firefox' }).clicks).toBe(1);
    expect(countMatching(text, { country: 'US', browser: 'Firefox' }).clicks).toBe(0);
  });

  it('ignores case, and the www. of a referrer', () => {
    const hosts = encode([{ referrer: 'www.shop.example' }, { referrer: 'shop.example' }, { referrer: 'example' }]);
    expect(countMatching(hosts, { referrer: 'Shop.example', country: 'de' }).clicks).toBe(2);
  });

  it('counts as any other way of counting does, whenever clicks are added', () => {
    const value = (name: Dimension) => fc.constantFrom(`${name} a`, `${name} b`, '__proto__');
    const profile = fc.record(
      Object.fromEntries(DIMENSIONS.map((name) => [name, value(name)])),
    ) as fc.Arbitrary<Profile>;
    fc.assert(
      fc.property(fc.array(fc.array(profile, { maxLength: 9 }), { maxLength: 5 }), profile, (parts, wanted) => {
        const text = addParts(parts);
        if (text === '') return;
        const filters = { os: wanted.os, city: wanted.city };
        const expected = makeCounts();
        for (const one of parts.flat())
          if (one.os === wanted.os && one.city === wanted.city) addClick(expected, NOON, false, one);
        const counts = countMatching(text, filters);
        expect([counts.clicks, counts.missed]).toEqual([expected.clicks, 0]);
        for (const name of DIMENSIONS)
          expect(Object.entries(Object.fromEntries(counts.by[name])).sort()).toEqual(
            Object.entries(Object.fromEntries(expected.by[name])).sort(),
          );
      }),
    );
  });
});

describe('the profiles of a link and day', () => {
  it('leave out the city, then more, and at last everything once there are very many', () => {
    const many = Array.from({ length: 4_000 }, (_, n) =>
      profileWith({
        city: `City ${n}`,
        referrer: `h${n >> 1}.example`,
        os: `OS ${n >> 2}`,
        country: n % 2 ? 'DE' : 'US',
      }),
    );
    const text = addParts([many.slice(0, 1_000), many.slice(1_000)]);
    expect(Profiles.decode(text).list()).toHaveLength(1_501);
    expect(countMatching(text, { city: 'City 3' })).toMatchObject({ clicks: 1, missed: 3_500 });
    const ofCountry = countMatching(text, { country: 'DE' });
    expect(ofCountry.missed).toBeGreaterThan(0);
    expect(2 * ofCountry.clicks + ofCountry.missed).toBe(4_000);
    expect(ofCountry.by.city.get('Other')).toBe(ofCountry.clicks - 250);
    // A profile that is known stays exact.
    expect(countMatching(addParts([many, [many[3] as Profile]]), { city: 'City 3' }).clicks).toBe(2);
  });

  it('are nothing without clicks', () => {
    expect(new Profiles().encode()).toBeNull();
    expect(Profiles.decode(null).list()).toEqual([]);
  });

  it.each(golden)('are read in the stored format', ({ encoded, profiles }) => {
    const text = JSON.stringify(encoded);
    const list = Profiles.decode(text).list();
    expect(
      list.map(({ values, quarters, ...counts }) => ({ country: values.country, ...counts, quarters: [...quarters] })),
    ).toEqual(profiles);
    expect(Profiles.decode(text).encode()).toBe(text);
    expect(() => Profiles.decode('[2,[],[]]')).toThrow('unknown format 2');
  });
});
