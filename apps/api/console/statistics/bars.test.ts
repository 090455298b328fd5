/** The bars of a chart, and the chart itself. */
import { describe, expect, it } from 'vitest';
import { parseDay } from '#domain/breakdown';
import { Chart } from './chart';
import { everyDay, makeBars, makeHourBars, type Period } from './period';

const TODAY = parseDay('2026-11-23') ?? 0; // a Monday
const NONE = {
  clicks: 0,
  utcClicks: 0,
  scans: 0,
  robots: 0,
  visitors: 0,
  breakdown: {},
  missed: 0,
  hours: null,
  filteredSince: null,
};

/** The period that ends today and has these clicks by day. */
function makePeriod(clicks: readonly number[], before: readonly number[] | null = null): Period {
  const daysTo = (end: number, counts: readonly number[]) =>
    everyDay([], end - counts.length + 1, end).map(({ value }, n) => ({ value, clicks: counts[n] ?? 0 }));
  return { ...NONE, days: daysTo(TODAY, clicks), before: before && daysTo(TODAY - clicks.length, before) };
}

const drawChart = (period: Period) =>
  String(Chart({ id: 'd', ...makeBars(period, TODAY), days: period.days, range: 'then' }));

describe('the bars of a period', () => {
  it('are its days, of which the last is today, with those of the period before', () => {
    const { unit, bars } = makeBars(makePeriod([3, 0, 1], [0, 1_000, 2]), TODAY);
    expect(unit).toBe('day');
    expect(bars.map(({ words }) => words)).toEqual([
      'Sat 21 Nov: 3 clicks (0 on 18 Nov)',
      'Sun 22 Nov: 0 clicks (1,000 on 19 Nov)',
      'Mon 23 Nov: 1 click so far (2 on 20 Nov)',
    ]);
    expect(bars.map(({ isOpen }) => isOpen)).toEqual([false, false, true]);
  });

  it('are not compared with a period without clicks', () => {
    expect(makeBars(makePeriod([3], [0]), TODAY).bars[0]).toMatchObject({
      before: null,
      words: 'Mon 23 Nov: 3 clicks so far',
    });
  });

  it('are weeks from Monday where it has more than 92 days', () => {
    const { unit, bars } = makeBars(makePeriod(Array(365).fill(1)), TODAY);
    expect([unit, bars.length]).toEqual(['week', 53]);
    expect(bars.slice(-2).map(({ words }) => words)).toEqual([
      'Week of 16 Nov: 7 clicks',
      'Week of 23 Nov: 1 click so far',
    ]);
    expect(bars.reduce((sum, { clicks }) => sum + clicks, 0)).toBe(365);
    expect(makeBars(makePeriod(Array(92).fill(1)), TODAY).unit).toBe('day');
  });

  it.each([1, 7, 30, 90, 365, 1_100])('of %i days have at most six labels', (count) => {
    const labels = makeBars(makePeriod(Array(count).fill(1)), TODAY).bars.flatMap(({ label }) => label ?? []);
    expect(labels.length).toBeGreaterThan(0);
    expect(labels.length).toBeLessThanOrEqual(6);
  });
});

it('the bars of one day are its hours in the zone, of which the present one is open', () => {
  const hours = Array.from({ length: 24 }, (_, n) => ({
    value: `2026-11-23 ${String(n).padStart(2, '0')}:00`,
    clicks: n,
  }));
  const view = { start: TODAY, today: TODAY, now: Date.UTC(2026, 10, 23, 12, 59), timeZone: 'Asia/Kolkata' };
  const { unit, bars } = makeHourBars(hours, view);
  expect([unit, bars.length]).toEqual(['hour', 24]);
  expect(bars.flatMap(({ label }) => label ?? [])).toEqual(['00:00', '04:00', '08:00', '12:00', '16:00', '20:00']);
  expect(bars.filter(({ isOpen }) => isOpen).map(({ words }) => words)).toEqual(['18:00 – 19:00: 18 clicks so far']);
  expect(makeHourBars(hours, { ...view, start: TODAY - 1 }).bars.some(({ isOpen }) => isOpen)).toBe(false);
});

describe('the chart', () => {
  it('has a description in one sentence', () => {
    expect(drawChart(makePeriod([0, 0]))).toContain('No clicks from 2026-11-22 to 2026-11-23.');
    expect(drawChart(makePeriod([0, 1]))).toContain('1 click from 2026-11-22 to 2026-11-23, on 2026-11-23.');
    expect(drawChart(makePeriod([3, 9, 2]))).toContain(
      '14 clicks from 2026-11-21 to 2026-11-23, most of them, 9, on 2026-11-22.',
    );
  });

  it.each([[[0]], [[7]], [[0, 0, 0]], [[1, 1_000_000_000, 3]]])('of the clicks %j has numbers only', (clicks) => {
    expect(drawChart(makePeriod(clicks, clicks))).not.toMatch(/NaN|Infinity|undefined/);
  });

  it('has the period before as lines across the bars, with a mark of its own', () => {
    const chart = drawChart(makePeriod([4, 2], [2, 0]));
    expect(chart.match(/class="before" y="([^"]*)"/g)).toEqual(['class="before" y="60%"']);
    expect(chart.indexOf('class="before"')).toBeGreaterThan(chart.indexOf('class="bar"'));
    expect(chart).toContain('<span class="legend was">Previous period</span>');
    expect(drawChart(makePeriod([4, 2], [0, 0]))).not.toMatch(/class="before"|Previous period/);
  });

  it('has a scale from 0 to above the maximum in whole steps, and a bar for each day with clicks', () => {
    const chart = drawChart(makePeriod([0, 8, 1]));
    expect([...chart.matchAll(/<li>(\d+)<\/li>/g)].map(([, tick]) => tick)).toEqual(['10', '8', '6', '4', '2', '0']);
    expect(chart.match(/class="bar[ "][^>]*/g)).toEqual([
      expect.stringContaining('y="20%" height="100%"'),
      expect.stringMatching(/fill="url\(#d-open\)".*y="90%"/),
    ]);
  });
});
