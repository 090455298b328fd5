/** The statistics of an account, of a link and of a tag: figures, a chart, and rankings. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import type { CountedAccount } from '#api/statistics/statistics';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import { localDay } from '#domain/breakdown';
import { firstClickOf } from '../average';
import { barsOf, rangeText } from '../bars';
import { EVERY_LINK, linksAddress } from '../links-query';
import type { ConsolePage } from '../page';
import type { Period } from '../period';
import type { StatisticsView } from '../statistics-view';
import { Chart } from './chart';
import { Alert, Empty, Head } from './components';
import { AllTime, Figures, type Totals } from './figures';
import { RangeChoice } from './range-choice';
import { CsvLink, RankingCard, TabbedCard } from './ranking';
import { TopLinks } from './top-links';
import { WorldMap } from './world-map';

/** What the pictures of a page show. */
export type RangeView = { readonly view: StatisticsView; readonly period: Period };

type PicturesProps = RangeView & {
  totals: Totals;
  /** The time of the link's creation, epoch milliseconds; undefined for several links. */
  createdAt?: number;
};

/** The figures, the chart and the rankings of a range. The script refreshes them while they are seen. */
const Pictures: FC<PropsWithChildren<PicturesProps>> = ({ totals, view, period, createdAt, children }) => (
  <div class="live" data-refresh={view.isZoneKnown ? 'on' : 'zone'}>
    <RangeChoice view={view} />
    <section class="card" data-part="days">
      <h2 class="unseen">Clicks</h2>
      <Figures
        view={view}
        period={period}
        begin={createdAt === undefined ? firstClickOf(period, totals.clickCount) : localDay(createdAt, view.timeZone)}
      />
      <Chart
        id="days"
        {...barsOf(period, view.today)}
        days={period.days}
        range={`${rangeText(view.start, view.end)}, ${zoneText(view.timeZone)}`}
      >
        <CsvLink view={view} grouping="day" of="days" />
      </Chart>
      <AllTime totals={totals} />
    </section>
    <div class="rankings">
      <RankingCard breakdown={period.breakdown} view={view} grouping="referrer" />
      <TabbedCard breakdown={period.breakdown} view={view} title="Technology" name="technology" />
      <TabbedCard
        breakdown={period.breakdown}
        view={view}
        title="Locations"
        name="places"
        picture={<WorldMap countries={period.breakdown.country ?? []} />}
      />
      {children}
    </div>
  </div>
);

const zoneText = (timeZone: string): string =>
  timeZone === 'UTC' ? 'UTC' : `${timeZone.replace(/^.*\//, '').replaceAll('_', ' ')} time`;

/** The statistics of an account or of a tag, and what its page shows of them. */
export type AccountView = RangeView & Pick<CountedAccount, 'statistics' | 'clickedLinks'>;

export const accountStatisticsPage = (shown: AccountView): ConsolePage => ({
  title: 'Statistics',
  section: 'statistics',
  main: (
    <>
      <Head title="Statistics" lead="All links in this account." />
      {hasClicks(shown.statistics) ? <AccountPictures {...shown} /> : <NoClicks />}
    </>
  ),
});

type AccountPicturesProps = AccountView & { tag?: string };

const AccountPictures: FC<AccountPicturesProps> = ({ statistics, clickedLinks, view, period, tag }) => (
  <Pictures totals={statistics} view={view} period={period}>
    <TopLinks
      statistics={statistics}
      clickedLinks={clickedLinks}
      view={view}
      period={period}
      allLinks={linksAddress({ ...EVERY_LINK, tag: tag === undefined ? [] : [tag], sort: 'clicks' })}
    />
  </Pictures>
);

const hasClicks = ({ clickCount, botHits }: Totals): boolean => clickCount + botHits > 0;

const NoClicks: FC = () => (
  <Empty title="No clicks yet">
    <p>Share a short address. Every click is counted within five seconds, and shown here.</p>
    <p class="line">
      <a class="button" href="/console/new-link">
        New link
      </a>
      <a class="button quiet" href="/console/links">
        All links
      </a>
    </p>
  </Empty>
);

/** The statistics on a link's page; nothing before its first visit. */
export const LinkPictures: FC<{ statistics: LinkStatistics; createdAt: number; view: RangeView }> = ({
  statistics,
  createdAt,
  view,
}) => (hasClicks(statistics) ? <Pictures totals={statistics} createdAt={createdAt} {...view} /> : null);

/** The statistics on a tag's page. */
export const TagPictures: FC<AccountView & { tag: string }> = (shown) =>
  hasClicks(shown.statistics) ? (
    <>
      {shown.statistics.partial && (
        <Alert kind="wait" lead="This tag has very many links or days.">
          The figures leave some out: those of its oldest links.
        </Alert>
      )}
      <AccountPictures {...shown} />
    </>
  ) : (
    <p class="soft">No link with this tag has been clicked yet.</p>
  );
