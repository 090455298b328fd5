/** The statistics of an account, of a link and of a tag: figures, a chart, and rankings. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import type { AccountStatistics, LinkStatistics } from '#api/statistics/statistics-record';
import { barsOf, rangeText } from '../bars';
import type { ConsolePage } from '../page';
import { type Period, totalOf } from '../period';
import type { StatisticsView } from '../statistics-view';
import { Chart } from './chart';
import { Alert, Empty, formatCount, Head, Moment } from './components';
import { RangeChoice } from './range-choice';
import { CsvLink, RankingCard, shareText, TabbedCard } from './ranking';

type Totals = Pick<AccountStatistics, 'clickCount' | 'uniqueVisitors' | 'botHits' | 'qrScans' | 'lastAccessed'>;

/** What the pictures of a page show. */
export type RangeView = { readonly view: StatisticsView; readonly period: Period };

type PicturesProps = RangeView & { totals: Totals };

/** The figures, the chart and the rankings of a range. The script refreshes them while they are seen. */
const Pictures: FC<PropsWithChildren<PicturesProps>> = ({ totals, view, period, children }) => (
  <div class="live" data-refresh={view.isZoneKnown ? 'on' : 'zone'}>
    <RangeChoice view={view} />
    <section class="card" data-part="days">
      <h2 class="unseen">Clicks</h2>
      <Figures view={view} period={period} />
      <AllTime totals={totals} />
      <Chart
        id="days"
        {...barsOf(period, view.today)}
        days={period.days}
        range={`${rangeText(view.start, view.end)}, ${zoneText(view.timeZone)}`}
      >
        <CsvLink view={view} grouping="day" of="days" />
      </Chart>
    </section>
    <div class="rankings">
      <RankingCard breakdown={period.breakdown} view={view} grouping="referrer" />
      <TabbedCard
        breakdown={period.breakdown}
        view={view}
        title="Locations"
        name="places"
        groupings={['country', 'city', 'language']}
      />
      <TabbedCard
        breakdown={period.breakdown}
        view={view}
        title="Technology"
        name="technology"
        groupings={['browser', 'os', 'device']}
      />
      {children}
    </div>
  </div>
);

const zoneText = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')} time`;

const Figures: FC<RangeView> = ({ view, period: { clicks, before, scans, robots, days } }) => {
  const best = Math.max(...days.map((day) => day.clicks));
  return (
    <dl class="figures">
      <div>
        <dt>Clicks</dt>
        <dd class="number">
          {formatCount(clicks)} {before && <Change now={clicks} then={totalOf(before)} />}
        </dd>
        {before && (
          <dd class="soft small">
            {formatCount(totalOf(before))} {beforeText(view)}
          </dd>
        )}
      </div>
      <div>
        <dt>A day</dt>
        <dd class="number">{averageText(clicks / days.length)}</dd>
        <dd class="soft small">at most {formatCount(best)}</dd>
      </div>
      <div>
        <dt>QR scans</dt>
        <dd class="number">{formatCount(scans)}</dd>
        {clicks > 0 && <dd class="soft small">{shareText(Math.min(scans, clicks), clicks)} of the clicks</dd>}
      </div>
      <div>
        <dt>Robots</dt>
        <dd class="number">{formatCount(robots)}</dd>
        <dd class="soft small">not among the clicks</dd>
      </div>
    </dl>
  );
};

function averageText(average: number): string {
  if (average > 0 && average < 0.1) return '<0.1';
  return formatCount(average < 10 ? Math.round(average * 10) / 10 : Math.round(average));
}

const beforeText = ({ start, end }: StatisticsView): string =>
  end === start ? 'on the day before' : `in the ${end - start + 1} days before`;

/** The change to the period before, in whole percent. There is none where nothing was clicked before. */
const Change: FC<{ now: number; then: number }> = ({ now, then }) => {
  if (then === 0) return null;
  const percent = Math.round((100 * (now - then)) / then);
  return (
    <span class={percent > 0 ? 'delta up' : 'delta'}>
      {percent > 0 ? '+' : percent < 0 ? '−' : '±'}
      {formatCount(Math.abs(percent))}%
    </span>
  );
};

const countOf = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

const AllTime: FC<{ totals: Totals }> = ({
  totals: { clickCount, uniqueVisitors, qrScans, botHits, lastAccessed },
}) => (
  <p class="soft small">
    In all {countOf(clickCount, 'click')}, {countOf(uniqueVisitors, 'daily visitor')}, {countOf(qrScans, 'QR scan')},{' '}
    {countOf(botHits, 'robot')}.
    {lastAccessed !== null && (
      <>
        {' '}
        Last click <Moment at={Date.parse(lastAccessed)} />.
      </>
    )}
  </p>
);

type AccountView = RangeView & { readonly statistics: AccountStatistics };

export const accountStatisticsPage = ({ statistics, view, period }: AccountView): ConsolePage => ({
  title: 'Statistics',
  section: 'statistics',
  main: (
    <>
      <Head title="Statistics" lead="All links of the account together." />
      {hasClicks(statistics) ? (
        <Pictures totals={statistics} view={view} period={period}>
          <TopLinks of={statistics} />
        </Pictures>
      ) : (
        <NoClicks />
      )}
    </>
  ),
});

const hasClicks = ({ clickCount, botHits }: Totals): boolean => clickCount + botHits > 0;

const NoClicks: FC = () => (
  <Empty title="No clicks yet">
    <p>Share a short address: every click is counted within five seconds and drawn here.</p>
    <a class="button" href="/console/links">
      To your links
    </a>
  </Empty>
);

const TopLinks: FC<{ of: AccountStatistics }> = ({ of: { topLinks } }) =>
  topLinks.length === 0 ? null : (
    <section class="card" data-part="top">
      <h2>
        Most clicked links <span class="soft small">in all</span>
      </h2>
      <ul class="rows">
        {topLinks.map(({ shortCode, url, clickCount }) => (
          <li class="row">
            <div>
              <a class="name" href={`/console/links/${shortCode}`}>
                {shortCode}
              </a>
              <p class="soft small clip">{url}</p>
            </div>
            <p class="small">{countOf(clickCount, 'click')}</p>
          </li>
        ))}
      </ul>
    </section>
  );

/** The statistics on a link's page; nothing before its first visit. */
export const LinkPictures: FC<{ statistics: LinkStatistics; view: RangeView }> = ({
  statistics,
  view: { view, period },
}) => (hasClicks(statistics) ? <Pictures totals={statistics} view={view} period={period} /> : null);

/** The statistics on a tag's page. */
export const TagPictures: FC<AccountView> = ({ statistics, view, period }) =>
  hasClicks(statistics) ? (
    <>
      {statistics.partial && (
        <Alert kind="wait">
          This tag has very many links or days. The figures leave some out: those of its oldest links.
        </Alert>
      )}
      <Pictures totals={statistics} view={view} period={period}>
        <TopLinks of={statistics} />
      </Pictures>
    </>
  ) : (
    <p class="soft">No link with this tag has been clicked yet.</p>
  );
