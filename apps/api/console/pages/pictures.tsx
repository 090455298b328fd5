/** The pictures of a range: figures, a chart, and rankings. */
import type { Child, FC } from 'hono/jsx';
import { isOffUtc, localDay } from '#domain/breakdown';
import { averageOf, daysSince, firstClickOf } from '../average';
import { barsOf, dayText, rangeText } from '../bars';
import type { Period } from '../period';
import type { StatisticsView } from '../statistics-view';
import { Chart } from './chart';
import { AllTime, Figures, LastClick, type Totals } from './figures';
import { RangeChoice } from './range-choice';
import { CsvLink, RankingCard, TabbedCard } from './ranking';
import { WorldMap } from './world-map';

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

/** The figures, the chart and the rankings of a range. The script refreshes them while they are seen. */
export const Pictures: FC<PicturesProps> = ({ totals, view, period, createdAt, links, isPaired = false }) => {
  const { breakdown } = period;
  const technology = <Technology breakdown={breakdown} view={view} without={isPaired ? 'language' : undefined} />;
  return (
    <div class="live" data-refresh={view.isZoneKnown ? 'on' : 'zone'}>
      <RangeChoice view={view} />
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

/** The figures and the chart of a range. The chart of an offered range begins with what could be clicked. */
const Days: FC<Omit<PicturesProps, 'links' | 'isPaired'>> = ({ totals, view, period, createdAt }) => {
  const begin = createdAt === undefined ? firstClickOf(period, totals.clickCount) : localDay(createdAt, view.timeZone);
  const average = averageOf(period, begin);
  const shown = view.range === null ? period : daysSince(period, average.since);
  const start = view.end - shown.days.length + 1;
  const begun = createdAt === undefined ? 'first click' : 'created';
  // The line says why the chart has fewer days than the chosen range.
  const why = start > view.start && begin !== null ? ` · ${begun} on ${dayText(begin)}` : '';
  return (
    <section class="card" data-part="days">
      <h2 class="unseen">Clicks</h2>
      <Figures {...{ view, period, totals, average, start }} />
      <Chart
        id="days"
        {...barsOf(shown, view.today)}
        days={shown.days}
        range={`${rangeText(start, view.end)}, ${zoneText(view.timeZone)}${why}`}
        foot={<LastClick totals={totals} now={view.now} />}
      >
        <CsvLink view={view} grouping="day" of="days" />
      </Chart>
      <AllTime totals={totals} period={period} />
      <UtcDays view={view} />
    </section>
  );
};

/** Says which figures are not by the days of the reader's zone; nothing where its days are those of UTC. */
const UtcDays: FC<{ view: StatisticsView }> = ({ view }) =>
  isOffUtc(view, view.timeZone) ? (
    <p class="all-time soft small">
      Clicks are by days of {zoneText(view.timeZone)}. All other figures are by UTC days
      {view.end === view.today && ', up to now'}.
    </p>
  ) : null;

const zoneText = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')} time`;
