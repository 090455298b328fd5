/** The card of the most clicked links. */
import { describe, expect, it } from 'vitest';
import { TopLinks } from './statistics';
import { readView } from './statistics-view';

const view = { ...readView({}, '/console/statistics', 'UTC', 'PRO', Date.UTC(2031, 5, 15)), isZoneKnown: true };
const makeLink = (clickCount: number, n = 0) => ({
  shortCode: `code-${n}`,
  shortUrl: `https://s.example.com/code-${n}`,
  url: `https://www.example.com/<b>${'x'.repeat(8_000)}`,
  clickCount,
});

type Shown = { clicks: readonly number[]; clickedLinks: number | null; utcClicks?: number; clickCount?: number };
const showCard = ({ clicks, clickedLinks, utcClicks = 0, clickCount = 0 }: Shown) =>
  String(
    TopLinks({
      statistics: { topLinks: clicks.map(makeLink), clickCount },
      clickedLinks,
      view,
      period: { utcClicks },
      allLinks: '/all',
    }),
  );
const sharesIn = (html: string) => [...html.matchAll(/<td class="end soft">([^<]*)</g)].map(([, share]) => share);

describe('the most clicked links', () => {
  it('have shares of the clicks of the range', () => {
    const html = showCard({ clicks: [6, 3], clickedLinks: 2, utcClicks: 12, clickCount: 600 });
    expect(sharesIn(html)).toEqual(['50%', '25%']);
    expect(html).not.toContain('of all time');
    expect(html).toContain('<a href="/console/links/code-0">code-0</a>');
  });

  it('are those of all time, with shares of all clicks, where the links of the range were not compared', () => {
    const html = showCard({ clicks: [6, 3], clickedLinks: null, utcClicks: 12, clickCount: 60 });
    expect(sharesIn(html)).toEqual(['10%', '5%']);
    expect(html).toContain('of all time');
  });

  it('never have more than a hundred percent, where the sum of a tag leaves days out', () => {
    expect(sharesIn(showCard({ clicks: [6, 3], clickedLinks: 2, utcClicks: 5 }))).toEqual(['67%', '33%']);
  });

  it('show more on demand, lead to all others, and have a CSV', () => {
    expect(showCard({ clicks: Array(7).fill(1), clickedLinks: 7, utcClicks: 7 })).not.toContain(' more ');
    expect(showCard({ clicks: Array(8).fill(1), clickedLinks: 8, utcClicks: 8 })).not.toContain(' more ');
    const few = showCard({ clicks: Array(11).fill(1), clickedLinks: 11, utcClicks: 11 });
    expect(few).toContain('>Show 4 more links<');
    expect(few).not.toContain('See all links');
    const long = showCard({ clicks: Array(17).fill(1), clickedLinks: 1_007, utcClicks: 2_000 });
    expect(long).toContain('>Show 10 more links<');
    expect(long).toContain('<a href="/all">See all links</a>');
    expect(long).toContain('href="/console/statistics/csv?days=30&amp;grouping=link"');
  });

  it('show the beginning of a destination only, escaped', () => {
    const html = showCard({ clicks: [1], clickedLinks: 1, utcClicks: 1 });
    expect(html).toContain('>example.com/&lt;b&gt;xxx');
    expect(html.length).toBeLessThan(1_500);
  });

  it('say that there were none', () => {
    expect(showCard({ clicks: [], clickedLinks: 0 })).toContain('No clicks in these days.');
  });
});
