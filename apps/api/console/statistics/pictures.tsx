/** The pictures of a range: figures, a chart, rankings, and a map. */
import type { Child, FC } from 'hono/jsx';
import { findLocalDay, type Group, isOffUtc } from '#domain/breakdown';
import { formatCount } from '../components';
import { findAddress } from '../files';
import WORLD from '../world/world.json';
import { Chart } from './chart';
import { AllTime, Figures, LastClick, RangeChoice, type Totals } from './figures';
import { FilterChips } from './filters';
import {
  computeAverage,
  daysSince,
  findFirstClick,
  formatDayRange,
  formatLongDay,
  makeBars,
  makeHourBars,
  type Period,
} from './period';
import { CsvLink, countryName, RankingCard, TabbedCard } from './ranking';
import { FIGURES, type StatisticsView } from './statistics-view';

/** What the pictures of a page show. */
export type RangeView = { readonly view: StatisticsView; readonly period: Period };

type PicturesProps = RangeView & {
  totals: Totals;
  /** The time of the link's creation, epoch milliseconds; undefined for several links. */
  createdAt?: number | undefined;
  /** The links of the range, below the chart. */
  links?: Child;
  /** Whether the links stand beside the referrers, rather than above them. */
  isPaired?: boolean;
};

/** The figures, the chart and the rankings of a range. The script refreshes them while they are visible. */
export const Pictures: FC<PicturesProps> = ({ totals, view, period, createdAt, links, isPaired = false }) => {
  const { breakdown } = period;
  const technology = <Technology breakdown={breakdown} view={view} without={isPaired ? 'language' : undefined} />;
  return (
    <div
      class="live"
      id={Object.keys(view.errors).length > 0 ? undefined : FIGURES}
      data-refresh={view.isZoneKnown ? 'on' : 'zone'}
    >
      <RangeChoice view={view} />
      <FilterChips view={view} period={period} />
      <Days {...{ totals, view, period, createdAt }} />
      {!isPaired && links}
      <div class="rankings">
        {isPaired && links}
        <RankingCard breakdown={breakdown} view={view} grouping="referrer" />
        {!isPaired && technology}
        <TabbedCard
          breakdown={breakdown}
          view={view}
          title="Locations"
          name="places"
          picture={<WorldMap countries={breakdown.country ?? []} />}
        />
        {isPaired && technology}
        {isPaired && <RankingCard breakdown={breakdown} view={view} grouping="language" />}
      </div>
    </div>
  );
};

const Technology: FC<Pick<Parameters<typeof TabbedCard>[0], 'breakdown' | 'view' | 'without'>> = (card) => (
  <TabbedCard {...card} title="Technology" name="technology" />
);

/** The figures and the chart of a range. The chart of an offered range begins when there was something to click. */
const Days: FC<Omit<PicturesProps, 'links' | 'isPaired'>> = ({ totals, view, period, createdAt }) => {
  const begin =
    createdAt === undefined ? findFirstClick(period, totals.clickCount) : findLocalDay(createdAt, view.timeZone);
  const average = computeAverage(period, begin);
  const { hours } = period;
  const shown = view.range === null ? period : daysSince(period, average.since);
  const start = view.end - shown.days.length + 1;
  const begun = createdAt === undefined ? 'first click' : 'created';
  // The line says why the chart has fewer days than the chosen range.
  const why = start > view.start && begin !== null ? ` · ${begun} on ${formatLongDay(begin)}` : '';
  return (
    <section class="card" data-part="days">
      <h2 class="unseen">Clicks</h2>
      <Figures {...{ view, period, totals, average, start }} />
      <Chart
        id="days"
        {...(hours === null ? makeBars(shown, view.today) : makeHourBars(hours, view))}
        days={hours ?? shown.days}
        range={`${formatDayRange(start, view.end)}, ${zoneText(view.timeZone)}${why}`}
        foot={view.filters === null && <LastClick totals={totals} now={view.now} />}
      >
        <CsvLink view={view} grouping={hours === null ? 'day' : 'hour'} of={hours === null ? 'days' : 'hours'} />
      </Chart>
      {view.filters === null && <AllTime totals={totals} period={period} />}
      <UtcDays view={view} />
    </section>
  );
};

/** Says which figures use UTC days instead of those of the reader's zone; nothing where both are the same. */
const UtcDays: FC<{ view: StatisticsView }> = ({ view }) =>
  isOffUtc(view, view.timeZone) ? (
    <p class="all-time soft small">
      Clicks are by days of {zoneText(view.timeZone)}. All other figures are by UTC days
      {view.end === view.today && ', up to now'}.
    </p>
  ) : null;

const zoneText = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')} time`;

/** The colours, from few clicks to many. */
const LEVELS = [1, 2, 3, 4, 5, 6];

/**
 * The colour of a country. The exponent spreads small counts over several colours, and keeps half of the most clicks
 * below the darkest.
 */
const chooseLevel = (clicks: number, most: number): number =>
  Math.max(1, Math.ceil(LEVELS.length * (clicks / most) ** (2 / 3)));

/** The clicked countries that the map has, in the order of their drawing: small ones are above large ones. */
function clickedOnMap(groups: readonly Group[]): Group[] {
  const clicks = new Map(groups.map((group) => [group.value, group.clicks]));
  return COUNTRIES.flatMap((value) => {
    const count = clicks.get(value);
    return count === undefined ? [] : [{ value, clicks: count }];
  });
}

/** How many countries the description names. */
const NAMED = 3;

/** The map in words, for readers who cannot see it. */
function describeMap(clicked: readonly Group[]): string {
  const names = clicked
    .toSorted((a, b) => b.clicks - a.clicks)
    .slice(0, NAMED)
    .map(({ value }) => countryName(value));
  return `Map of clicks by country. Most clicks: ${names.join(', ')}.`;
}

/** The height of the dots north of 72° N, where hardly anybody lives. */
const NORTH = 28;

const outlineAddress = (id: string): string => `${findAddress('world.svg')}#${id}`;

/**
 * A map of dots, on which each country has a colour by its clicks, above its key of colours; nothing where no clicked
 * country is known. The table beside it has the figures.
 */
export const WorldMap: FC<{ countries: readonly Group[] }> = ({ countries }) => {
  const clicked = clickedOnMap(countries);
  if (clicked.length === 0) return null;
  const most = Math.max(...clicked.map(({ clicks }) => clicks));
  const { width, height } = SIZE;
  return (
    <div class="stack">
      <svg
        class="world"
        viewBox={`0 ${NORTH - 3.5} ${width} ${height - NORTH}`}
        role="img"
        aria-label={describeMap(clicked)}
      >
        <pattern id="dot" y="-3.5" width="8" height="14" patternUnits="userSpaceOnUse">
          <path d="M4 3.5h0M0 10.5h0M8 10.5h0" />
        </pattern>
        <mask id="dots">
          <rect y="-3.5" width={width} height={height} fill="url(#dot)" />
        </mask>
        <g mask="url(#dots)">
          <use href={outlineAddress(LAND)} />
          {clicked.map(({ value, clicks }) => (
            <use class={`w${chooseLevel(clicks, most)}`} href={outlineAddress(value)}>
              <title>{`${countryName(value)}: ${formatCount(clicks)}`}</title>
            </use>
          ))}
        </g>
      </svg>
      <p class="ramp soft small" aria-hidden="true">
        Fewer
        <svg viewBox="0 0 72 12" aria-hidden="true">
          {LEVELS.map((level, n) => (
            <path class={`w${level}`} d={`M${12 * n + 6} 6h0`} />
          ))}
        </svg>
        more clicks
      </p>
    </div>
  );
};

/** What world.json says of the map. Its outlines are in world.svg, a file that browsers keep. */
const { width, height, countries } = WORLD;

/** The size of the map. */
const SIZE = { width, height };

/** The codes of the countries that the map has, the largest first. They are the ids of the outlines. */
export const COUNTRIES: readonly string[] = countries;

/** The id of the outline of all land. */
const LAND = 'land';
