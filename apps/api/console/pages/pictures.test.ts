/** Pictures of clicks: their shapes, and their descriptions in text. */
import { describe, expect, it } from 'vitest';
import { dayOfName } from '#domain/breakdown';
import { countryName, languageName } from './names';
import { DaysPicture, everyDay, Ranking } from './pictures';

const start = dayOfName('2026-02-27') ?? 0;
const pictureOf = (...clicks: number[]) =>
  String(
    DaysPicture({ id: 'd', title: 'Clicks', days: clicks.map((n, i) => ({ value: `2026-03-0${i + 1}`, clicks: n })) }),
  );

describe('the picture of days', () => {
  it('has every day, with 0 for a day without clicks', () => {
    expect(everyDay([{ value: '2026-03-01', clicks: 4 }], start, start + 3)).toEqual([
      { value: '2026-02-27', clicks: 0 },
      { value: '2026-02-28', clicks: 0 },
      { value: '2026-03-01', clicks: 4 },
      { value: '2026-03-02', clicks: 0 },
    ]);
  });

  it('has a description in one sentence', () => {
    expect(pictureOf(0, 0)).toContain('No clicks from 2026-03-01 to 2026-03-02.');
    expect(pictureOf(0, 1)).toContain('1 click from 2026-03-01 to 2026-03-02, on 2026-03-02.');
    expect(pictureOf(3, 9, 2)).toContain('14 clicks from 2026-03-01 to 2026-03-03, most of them, 9, on 2026-03-02.');
  });

  it.each([[[0]], [[7]], [[0, 0, 0]], [[1, 1_000_000_000, 3]]])(
    'of the clicks %j has a path of numbers only',
    (clicks) => {
      const picture = pictureOf(...clicks);
      expect(picture).not.toMatch(/NaN|Infinity|undefined/);
      expect(picture).toMatch(/<path class="curve" d="M0,/);
    },
  );

  it('has a scale from 0 to the maximum in whole steps', () => {
    const picture = pictureOf(0, 8);
    expect([...picture.matchAll(/<li>(\d+)<\/li>/g)].map(([, tick]) => tick)).toEqual(['8', '6', '4', '2', '0']);
    expect(picture).toMatch(/class="curve" d="M0,160.*600,0"/);
  });
});

it('a ranking has a bar for each share, and escaped values', () => {
  const groups = [
    { value: '<b>x</b>', clicks: 10 },
    { value: 'y', clicks: 5 },
  ];
  const picture = String(Ranking({ title: 'Referrers', of: 'Referrer', groups }));
  expect([...picture.matchAll(/class="bar" width="([\d.]+)"/g)].map(([, width]) => width)).toEqual(['100.00', '50.00']);
  expect(picture).toContain('&lt;b&gt;x&lt;/b&gt;');
  expect(String(Ranking({ title: 'Referrers', of: 'Referrer', groups: [] }))).toContain('Nothing yet.');
});

it('codes of countries and languages become names, and other values stay as they are', () => {
  expect(['DE', 'T1', 'Unknown', 'Other', 'ZZ9'].map(countryName)).toEqual([
    'Germany',
    'Tor',
    'Unknown',
    'Other',
    'ZZ9',
  ]);
  expect(['de', 'Unknown', 'xx-Evil'].map(languageName)).toEqual(['German', 'Unknown', 'xx-Evil']);
});
