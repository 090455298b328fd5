/** The statistics of a link, and of all links of the account, as pictures. */
import type { FC } from 'hono/jsx';
import type { AccountStatistics, LinkStatistics } from '#api/statistics/statistics-record';
import { dayOf } from '#domain/daily-counts';
import type { ConsolePage } from '../page';
import { RANGES, type Range } from '../statistics-range';
import { Card, Empty, formatCount, Head, Moment } from './components';
import { countryName, languageName } from './names';
import { DaysPicture, everyDay, Ranking } from './pictures';

type Totals = Pick<AccountStatistics, 'clickCount' | 'uniqueVisitors' | 'botHits' | 'qrScans' | 'lastAccessed'>;

type Breakdown = NonNullable<AccountStatistics['breakdown']>;

export type RangeView = { readonly range: Range; readonly now: number };

const Figures: FC<{ totals: Totals }> = ({ totals }) => (
  <section class="card">
    <h2 class="unseen">Totals since the beginning</h2>
    <dl class="facts">
      <Figure name="Clicks" count={totals.clickCount} />
      <Figure name="Visitors, by day" count={totals.uniqueVisitors} />
      <Figure name="Scans of QR codes" count={totals.qrScans} />
      <Figure name="Robots" count={totals.botHits} />
    </dl>
    {totals.lastAccessed !== null && (
      <p class="soft small">
        Last click <Moment at={Date.parse(totals.lastAccessed)} />
      </p>
    )}
  </section>
);

const Figure: FC<{ name: string; count: number }> = ({ name, count }) => (
  <div>
    <dt>{name}</dt>
    <dd class="number">{formatCount(count)}</dd>
  </div>
);

const RangeChoice: FC<{ address: string; range: Range }> = ({ address, range }) => (
  <nav class="choice" aria-label="Range of days">
    {RANGES.map((one) => (
      <a href={`${address}?days=${one}`} aria-current={one === range ? 'true' : undefined}>
        {one === 365 ? 'A year' : `${one} days`}
      </a>
    ))}
  </nav>
);

/** The pictures of one range of days. */
const Pictures: FC<{ breakdown: Breakdown; view: RangeView; address: string }> = ({ breakdown, view, address }) => {
  const end = dayOf(view.now);
  const days = everyDay(breakdown.day ?? [], end - view.range + 1, end);
  return (
    <>
      <section class="card">
        <RangeChoice address={address} range={view.range} />
        <DaysPicture id="days" title="Clicks by day (UTC)" days={days} />
      </section>
      <div class="duo">
        <Ranking title="Countries" of="Country" groups={breakdown.country ?? []} nameOf={countryName} />
        <Ranking title="Cities" of="City" groups={breakdown.city ?? []} />
        <Ranking title="Referrers" of="Referrer" groups={breakdown.referrer ?? []} />
        <Ranking title="Devices" of="Device" groups={breakdown.device ?? []} />
        <Ranking title="Browsers" of="Browser" groups={breakdown.browser ?? []} />
        <Ranking title="Systems" of="System" groups={breakdown.os ?? []} />
        <Ranking title="Languages" of="Language" groups={breakdown.language ?? []} nameOf={languageName} />
      </div>
    </>
  );
};

const NoClicks: FC = () => (
  <Empty title="No clicks yet">
    <p>Share a short address: every click is counted within five seconds and drawn here.</p>
    <a class="button" href="/console/links">
      To your links
    </a>
  </Empty>
);

export const accountStatisticsPage = (statistics: AccountStatistics, view: RangeView): ConsolePage => ({
  title: 'Statistics',
  section: 'statistics',
  main: (
    <>
      <Head title="Statistics" lead="All links of the account together." />
      <Figures totals={statistics} />
      {statistics.clickCount + statistics.botHits === 0 ? (
        <NoClicks />
      ) : (
        <Pictures breakdown={statistics.breakdown ?? {}} view={view} address="/console/statistics" />
      )}
      {statistics.topLinks.length > 0 && (
        <Card title="Most clicked links">
          <ul class="rows">
            {statistics.topLinks.map(({ shortCode, url, clickCount }) => (
              <li class="row">
                <div>
                  <a class="name" href={`/console/links/${shortCode}`}>
                    {shortCode}
                  </a>
                  <p class="soft small clip">{url}</p>
                </div>
                <p class="small">{formatCount(clickCount)} clicks</p>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  ),
});

export const LinkPictures: FC<{ statistics: LinkStatistics; view: RangeView }> = ({ statistics, view }) => (
  <>
    <Figures totals={statistics} />
    {statistics.clickCount + statistics.botHits > 0 && (
      <Pictures breakdown={statistics.breakdown ?? {}} view={view} address={`/console/links/${statistics.shortCode}`} />
    )}
  </>
);
