/**
 * The chart of clicks: bars drawn on the server as SVG in percent of its size, so that strokes, corners and texts have
 * the same size on every screen. The script shows the title of the bar that a pointer or an arrow key has reached.
 */

import { nice, ticks } from 'd3-array';
import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import type { Group } from '#domain/breakdown';
import { formatCount } from '../components';
import { Disclosure } from '../disclosure';
import { type Bar, type Bars, sumClicks } from './period';

/**
 * A share of the side of a picture, as `12.5%`. Heights need fewer digits than positions, because uneven gaps would
 * show.
 */
export const percent = (share: number, digits = 2): string => `${Number((100 * share).toFixed(digits))}%`;

/** The room above the highest bar. */
const HEADROOM = 1.1;

/** The largest count of the bars, with room above it. */
const mostIn = (bars: readonly Bar[]): number =>
  Math.max(...bars.flatMap(({ clicks, before }) => [clicks, before ?? 0].map((count) => count * HEADROOM)));

type ChartProps = Bars & {
  readonly id: string;
  /** The days, or the hours, that the description counts. */
  readonly days: readonly Group[];
  /** The range in words, which stands in the head while no bar is pointed at. */
  readonly range: string;
  /** What stands in the head in place of the chart's title. */
  readonly head?: Child;
  /** What stands below the chart, beside its table. */
  readonly foot?: Child;
  /** What is counted, in the singular; clicks by default. */
  readonly noun?: string;
  /** A picture of the same days above the axis, and what its marks mean. */
  readonly strip?: Child;
  readonly stripLegend?: Child;
  /** The table in place of the one that counts by day or week. */
  readonly table?: Child;
};

/** The chart with its head, whose children stand at its end, its axes, a description and a table. */
export const Chart: FC<PropsWithChildren<ChartProps>> = ({ id, unit, bars, days, range, children, ...rest }) => {
  const { head, foot, noun = 'click', strip, stripLegend, table } = rest;
  const title = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}s by ${unit}`;
  const { share, ticks } = countScale(mostIn(bars));
  return (
    <figure class="chart" data-chart>
      <figcaption>
        {head ?? <span class="label">{title}</span>}
        <span class="soft small" data-readout>
          {range}
        </span>
        <Legend unit={unit} bars={bars}>
          {stripLegend}
        </Legend>
        {children}
      </figcaption>
      <div class="plot">
        <ol class="ticks" aria-hidden="true">
          {ticks.toReversed().map((tick) => (
            <li>{formatCount(tick)}</li>
          ))}
        </ol>
        <svg class="bars" role="img" aria-label={title} aria-describedby={`${id}-words`}>
          <desc id={`${id}-words`}>{describeDays(days, noun)}</desc>
          <defs>
            <pattern id={`${id}-open`} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" />
              <path class="hatch" d="M0 0v6" />
            </pattern>
          </defs>
          {ticks.map((tick) => (
            <line class="grid" x1="0" x2="100%" y1={percent(1 - share(tick))} y2={percent(1 - share(tick))} />
          ))}
          {bars.map((bar, n) => (
            <BarShape bar={bar} n={n} of={bars.length} share={share} open={`${id}-open`} />
          ))}
        </svg>
        {strip}
        <Axis bars={bars} />
      </div>
      <div class="line foot">
        <Disclosure summary="As a table" look="small">
          {table ?? <DaysTable title={title} unit={unit} bars={bars} />}
        </Disclosure>
        {foot}
      </div>
    </figure>
  );
};

const OPEN = { hour: 'This hour', day: 'Today', week: 'This week' } as const;
const HEADINGS = { hour: 'Hour', day: 'Day', week: 'Week from' } as const;

/** What the marks of the chart mean. The words of each bar say the same. */
const Legend: FC<PropsWithChildren<Bars>> = ({ unit, bars, children }) => (
  <span class="legends soft small" aria-hidden="true">
    {bars.some(({ isOpen, clicks }) => isOpen && clicks > 0) && <span class="legend open">{OPEN[unit]} so far</span>}
    {bars.some(({ before }) => before !== null) && <span class="legend was">Previous period</span>}
    {children}
  </span>
);

type BarShapeProps = { bar: Bar; n: number; of: number; share: (count: number) => number; open: string };

/** A bar, and across it a line at the height of the period before. The stylesheet places them in the slot. */
const BarShape: FC<BarShapeProps> = ({ bar: { clicks, before, words, isOpen }, n, of, share, open }) => {
  // The slot cuts the bar off at its foot, so that only the top has round corners. At least two pixels of a hundred and
  // sixty, so that one click beside a million is visible.
  const top = (count: number) => percent(1 - Math.max(0.0125, share(count)), 1);
  return (
    <svg class="slot" x={percent(n / of)} width={percent(1 / of)}>
      <title>{words}</title>
      <rect class="reach" width="100%" height="100%" />
      {clicks > 0 && (
        <rect
          class={isOpen ? 'bar open' : 'bar'}
          fill={isOpen ? `url(#${open})` : undefined}
          y={top(clicks)}
          height="100%"
          rx="2"
        />
      )}
      {before !== null && before > 0 && <rect class="before" y={top(before)} height="2" />}
    </svg>
  );
};

/** From this share of the width on, a label ends where its bar does. Further left it has room on both sides. */
const NEAR_END = 0.93;

const Axis: FC<{ bars: readonly Bar[] }> = ({ bars }) => (
  <svg class="axis" aria-hidden="true">
    {bars.map(({ isTick, label }, n) => {
      const x = percent((n + 0.5) / bars.length);
      const isLast = bars.length > 7 && n / bars.length > NEAR_END;
      return (
        isTick && (
          <>
            <line x1={x} x2={x} y1="0" y2={label === undefined ? '3' : '5'} />
            {label !== undefined && (
              <text x={isLast ? percent((n + 1) / bars.length) : x} y="19" class={isLast ? 'end' : undefined}>
                {label}
              </text>
            )}
          </>
        )
      );
    })}
  </svg>
);

/** The description of the chart, for readers who cannot see it. */
function describeDays(days: readonly Group[], noun: string): string {
  const total = sumClicks(days);
  const best = days.reduce((most, one) => (one.clicks > most.clicks ? one : most), { value: '', clicks: 0 });
  const range = `from ${days[0]?.value} to ${days.at(-1)?.value}`;
  if (total === 1) return `1 ${noun} ${range}, on ${best.value}.`;
  return total === 0
    ? `No ${noun}s ${range}.`
    : `${total} ${noun}s ${range}, most of them, ${best.clicks}, on ${best.value}.`;
}

/** The table of hours, days or weeks. It leaves out those without clicks, because a range may have hundreds of them. */
const DaysTable: FC<{ title: string } & Bars> = ({ title, unit, bars }) => {
  const clicked = bars.filter(({ clicks }) => clicks > 0).toReversed();
  if (clicked.length === 0) return <p class="soft">No {unit} had clicks.</p>;
  return (
    <table>
      <caption class="unseen">{title}</caption>
      <thead>
        <tr>
          <th scope="col">{HEADINGS[unit]}</th>
          <th scope="col" class="end">
            Clicks
          </th>
        </tr>
      </thead>
      <tbody>
        {clicked.map(({ value, clicks }) => (
          <tr>
            <th scope="row">{value}</th>
            <td class="end">{formatCount(clicks)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
};

/** The approximate number of steps. */
const STEPS = 4;

/** Makes a scale from 0 to the next tick from `most` on. @returns the share of a count in the scale, and the ticks */
export function countScale(most: number) {
  const [, end] = nice(0, Math.max(STEPS, most), STEPS);
  return { share: (count: number): number => count / end, ticks: ticks(0, end, STEPS) };
}

const HEIGHT = 24;
const BAR = 3;
const STEP = 4;

type SparklineProps = {
  /** The counts in their order, such as the clicks of thirty days. */
  readonly counts: readonly number[];
  /** What the bars show, for readers who cannot see them, such as `Clicks of 30 days`. */
  readonly label: string;
};

/**
 * A sparkline for a row or a card: bars without axes, each as high as its share of the highest, and one sentence that
 * describes them. A dashed line is the stub of each count of 0.
 */
export const Sparkline: FC<SparklineProps> = ({ counts, label }) => {
  const width = Math.max(BAR, counts.length * STEP - 1);
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${label}: ${describeCounts(counts)}`}
    >
      <path class="stub" d={`M0 ${HEIGHT - 0.5}H${width}`} />
      <path class="bar" d={drawBars(counts)} />
    </svg>
  );
};

/** The outline of all bars in one path, in few characters, because a list of links has many of them. */
function drawBars(counts: readonly number[]): string {
  const most = Math.max(...counts);
  const topOf = (count: number) => HEIGHT - Math.max(2, Math.round((count / most) * HEIGHT));
  const drawBar = (count: number) => `V${topOf(count)}h${BAR}V${HEIGHT}h${STEP - BAR}`;
  return `M0 ${HEIGHT}${counts.map((count) => (count === 0 ? `h${STEP}` : drawBar(count))).join('')}`;
}

function describeCounts(counts: readonly number[]): string {
  const total = counts.reduce((sum, count) => sum + count, 0);
  return total === 0 ? 'none.' : `${total}, at most ${Math.max(...counts)} a day.`;
}
