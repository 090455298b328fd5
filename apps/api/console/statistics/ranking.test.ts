/** Rankings, and the names of their values. */
import { describe, expect, it } from 'vitest';
import {
  byReferrer,
  countryName,
  formatShare,
  languageName,
  Ranking,
  RankingCard,
  referrerName,
  TabbedCard,
} from './ranking';
import { readView } from './statistics-view';

const view = { ...readView({}, '/console/statistics', 'UTC', 'PRO', Date.UTC(2031, 5, 15)), isZoneKnown: true };
const showRanking = (...clicks: number[]) =>
  String(Ranking({ view, grouping: 'city', groups: clicks.map((n, i) => ({ value: `<b>${i}</b>`, clicks: n })) }));
const csvIn = (html: string) => [...html.matchAll(/href="[^"]*csv\?[^"]*grouping=(\w+)"/g)].map(([, name]) => name);

describe('a ranking', () => {
  it('has a share for each value, a bar that compares it with the largest, and escaped values', () => {
    const ranking = showRanking(30, 10);
    expect([...ranking.matchAll(/<rect width="([^"]+)"/g)].map(([, width]) => width)).toEqual(['100%', '34%']);
    expect(ranking).toContain('<td class="end">30</td><td class="end soft">75%</td>');
    expect(ranking).toContain('&lt;b&gt;0&lt;/b&gt;');
  });

  it('has seven values at once, or eight where one would be hidden, and nine more on demand', () => {
    expect(showRanking(...Array(7).fill(1))).not.toContain('more');
    expect(showRanking(...Array(8).fill(1))).not.toContain('more');
    expect(showRanking(...Array(8).fill(1)).match(/<th scope="row">/g)).toHaveLength(8);
    expect(showRanking(...Array(11).fill(1))).toContain('>Show 4 more cities<');
    const long = showRanking(...Array(40).fill(1));
    expect(long).toContain('>Show 9 more cities<');
    expect(long).toContain('The CSV has all of them.');
    expect(long.match(/<th scope="row">/g)).toHaveLength(16);
    expect(long.match(/<rect /g)).toHaveLength(7); // the shares of the others are too small
  });

  it('has a CSV in the head of its card, for tabs that of the grouping that is shown', () => {
    const card = String(RankingCard({ breakdown: {}, view, grouping: 'referrer' }));
    expect(card).toContain('href="/console/statistics/csv?days=30&amp;grouping=referrer"');
    const tabbed = {
      breakdown: { os: [{ value: 'iOS', clicks: 3 }] },
      title: 'Technology',
      name: 'technology',
    } as const;
    const chosen = { ...view, tabs: { ...view.tabs, technology: 'os' } } as const;
    expect(csvIn(String(TabbedCard({ ...tabbed, view })))).toEqual(['browser']);
    expect(csvIn(String(TabbedCard({ ...tabbed, view: chosen })))).toEqual(['os']);
  });

  it('has neither tabs nor a CSV in a card that knows nothing of its clicks', () => {
    const breakdown = { country: [{ value: 'Unknown', clicks: 3 }], city: [] };
    const card = String(TabbedCard({ breakdown, view, title: 'Locations', name: 'places' }));
    expect(card).toContain('No country is known for these clicks.');
    expect([csvIn(card), card.includes('<nav')]).toEqual([[], false]);
  });

  it('says that there were no clicks, or that nothing is known of them', () => {
    expect(showRanking()).toContain('No clicks in these days.');
    const unknown = Ranking({ view, grouping: 'country', groups: [{ value: 'Unknown', clicks: 3 }] });
    expect(String(unknown)).toBe('<p class="soft">No country is known for these clicks.</p>');
  });
});

it.each([
  [0, 5, '0%'],
  [1, 1_000, '&lt;1%'],
  [999, 1_000, '100%'],
  [1, 3, '33%'],
])('the share of %i of %i is %s', (clicks, total, text) => {
  expect(formatShare(clicks, total).replace('<', '&lt;')).toBe(text);
});

describe('the name of a referrer', () => {
  it.each([
    ['www.example.com', 'example.com'],
    ['www.com', 'www.com'],
    ['Direct', 'Direct'],
    ['xn--mnchen-3ya.de', 'münchen.de'],
    ['www.xn--e1afmkfd.xn--p1ai', 'пример.рф'],
    ['xn--r8jz45g.jp', '例え.jp'],
    ['xn--80ak6aa92e.com', 'xn--80ak6aa92e.com'], // Cyrillic letters that spell apple
    ['xn--pple-43d.com', 'xn--pple-43d.com'], // a Cyrillic а among Latin letters
    ['xn--a', 'xn--a'],
  ])('of %s is %s', (host, name) => {
    expect(referrerName(host)).toBe(name);
  });

  it('stands for the host with and without www.', () => {
    const groups = [
      { value: 'a.example', clicks: 5 },
      { value: 'www.b.example', clicks: 4 },
      { value: 'b.example', clicks: 3 },
    ];
    expect(byReferrer(groups)).toEqual([
      { value: 'b.example', clicks: 7 },
      { value: 'a.example', clicks: 5 },
    ]);
  });
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
