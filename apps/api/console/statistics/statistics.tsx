/**
 * The statistics of an account, a link and a tag as pages show them, and the CSV of each card (specification 14.12).
 */

import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import { type Counted, type CountedAccount, countedAccount, countedLink } from '#api/statistics/statistics';
import type { AccountStatistics, LinkStatistics } from '#api/statistics/statistics-record';
import { writeGroupsAsCsv } from '#api/statistics/statistics-response';
import { formatDay, groupByHour } from '#domain/breakdown';
import { Refusal } from '#domain/refusal';
import { Alert, Empty, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import { respondFile } from '../download';
import { findLink } from '../links/account-links';
import { EVERY_LINK, linksAddress } from '../links/links-query';
import { type ConsolePage, show } from '../page';
import type { Totals } from './figures';
import { makePeriod, type Period } from './period';
import { Pictures, type RangeView } from './pictures';
import { CsvLink, countShown, LISTED, Rest, Row, Table } from './ranking';
import {
  CSV_GROUPINGS,
  type CsvGrouping,
  FIGURES,
  makeStatisticsQuery,
  readViewOfRequest,
  type StatisticsView,
  statusOfView,
  viewAddress,
} from './statistics-view';

/** The most links that a page lists, and that its CSV does. */
const TOP_LINKS = LISTED;
const TOP_LINKS_OF_CSV = 1_000;

const makeContext = (c: ConsoleContext) => ({ shortBaseUrl: c.get('config').shortBaseUrl, now: c.get('now') });

/** Reads the statistics of the account, or of one of its tags, for a view. */
export const readStatistics = (
  c: ConsoleContext,
  view: StatisticsView,
  { tag, limit = TOP_LINKS }: { tag?: string | undefined; limit?: number } = {},
): Promise<CountedAccount> => {
  const query = makeStatisticsQuery(view);
  return countedAccount(c.env, c.get('account').id, { query, limit, topOf: query.utcDays, tag }, makeContext(c));
};

export const getStatistics = createHandlers(async (c) => {
  const view = readViewOfRequest(c, '/console/statistics');
  const counted = await readStatistics(c, view);
  return show(c, accountStatisticsPage({ ...counted, view, period: makePeriod(counted, view) }), statusOfView(view));
});

type Listed = Counted<LinkStatistics> | CountedAccount;

/** The rows of a CSV, and what its file is named after. Null for a grouping that the page does not have. */
function chooseCsvPart(read: Listed, grouping: CsvGrouping, view: StatisticsView) {
  const range = `${formatDay(view.start)}-${formatDay(view.end)}`;
  if (grouping === 'hour')
    return { groups: read.counted === null ? [] : groupByHour(read.counted, view), name: `hour-${range}` };
  if (grouping !== 'link') return { groups: read.statistics.breakdown?.[grouping] ?? [], name: `${grouping}-${range}` };
  if (!('clickedLinks' in read)) return null;
  const groups = read.statistics.topLinks.map(({ shortUrl, clickCount }) => ({ value: shortUrl, clicks: clickCount }));
  return { groups, name: `link-${read.clickedLinks === null ? 'all-time' : range}` };
}

/** Responds with one grouping of the statistics that `read` returns, as GET /v2/stats does with `text/csv`. */
const csvHandler = (read: (c: ConsoleContext, view: StatisticsView) => Promise<Listed>) =>
  createHandlers(async (c) => {
    const grouping = CSV_GROUPINGS.find((name) => name === (c.req.query('grouping') ?? 'day'));
    if (grouping === undefined) throw new Refusal('UNKNOWN_ROUTE');
    const view = readViewOfRequest(c, c.req.path);
    const part = chooseCsvPart(await read(c, view), grouping, view);
    if (part === null) throw new Refusal('UNKNOWN_ROUTE');
    return respondFile(c, writeGroupsAsCsv({ [grouping]: part.groups }), part.name, 'csv');
  });

export const getStatisticsCsv = csvHandler((c, view) => readStatistics(c, view, { limit: TOP_LINKS_OF_CSV }));

export const getTagCsv = csvHandler((c, view) =>
  readStatistics(c, view, { tag: c.req.param('name') ?? '', limit: TOP_LINKS_OF_CSV }),
);

export const getLinkCsv = csvHandler(async (c, view) =>
  countedLink(c.env, await findLink(c), makeStatisticsQuery(view), makeContext(c)),
);

/** The statistics of an account or of a tag, and what its page shows of them. */
export type AccountView = RangeView & Pick<CountedAccount, 'statistics' | 'clickedLinks' | 'isAmongTop'>;

const accountStatisticsPage = (shown: AccountView): ConsolePage => ({
  title: 'Statistics',
  own: 'statistics',
  section: 'statistics',
  main: (
    <>
      <Head title="Statistics" lead="All links in this account." />
      {hasClicks(shown.statistics) ? (
        <Pictures
          totals={shown.statistics}
          view={shown.view}
          period={shown.period}
          links={<TopLinks {...shown} allLinks={linksAddress({ ...EVERY_LINK, sort: 'clicks' })} />}
          isPaired
        />
      ) : (
        <NoClicks />
      )}
    </>
  ),
});

const hasClicks = ({ clickCount, botHits }: Totals): boolean => clickCount + botHits > 0;

const NoClicks: FC = () => (
  <AwaitedClick>
    <p>Share a short address. Clicks show here within ten seconds.</p>
    <p class="line">
      <a class="button" href="/console/new-link">
        New link
      </a>
      <a class="button quiet" href="/console/links">
        All links
      </a>
    </p>
  </AwaitedClick>
);

/** What stands in place of the figures before the first click, with which the script replaces it. */
export const AwaitedClick: FC<PropsWithChildren> = ({ children }) => (
  <div data-refresh="empty">
    <Empty title="No clicks yet">{children}</Empty>
  </div>
);

/** The statistics on a link's page; nothing before its first visit. */
export const LinkPictures: FC<{ statistics: LinkStatistics; createdAt: number; view: RangeView }> = ({
  statistics,
  createdAt,
  view,
}) => (hasClicks(statistics) ? <Pictures totals={statistics} createdAt={createdAt} {...view} /> : null);

type TagProps = AccountView & {
  /** The card of its links. */
  links: Child;
};

/** The statistics on a tag's page, and its links; the links alone before the first visit. */
export const TagPictures: FC<TagProps> = ({ statistics, view, period, links }) =>
  hasClicks(statistics) ? (
    <>
      {statistics.partial && (
        <Alert kind="wait" lead="This tag has very many links or days.">
          The figures leave some out: those of its oldest links.
        </Alert>
      )}
      <Pictures totals={statistics} view={view} period={period} links={links} />
    </>
  ) : (
    links
  );

type Link = AccountStatistics['topLinks'][number];

type TopLinksProps = {
  readonly statistics: Pick<AccountStatistics, 'topLinks' | 'clickCount'>;
  /** The number of links that were clicked in the range; null where the links are those of all time. */
  readonly clickedLinks: number | null;
  /** Whether a filter compared only the most clicked links of all time. */
  readonly isAmongTop?: boolean;
  readonly view: StatisticsView;
  readonly period: Pick<Period, 'utcClicks'>;
  /** The address of the list of all links. */
  readonly allLinks: string;
};

const TITLE = 'Most clicked links';

/** The clicks of which the links have shares: those of the range or, where its links were not compared, of all time. */
export function totalOfLinks({ statistics, clickedLinks, period }: Omit<TopLinksProps, 'view' | 'allLinks'>): number {
  const listed = statistics.topLinks.reduce((sum, link) => sum + link.clickCount, 0);
  // The sum of a tag may leave some days out, and a share is never above a hundred percent.
  return Math.max(listed, clickedLinks === null ? statistics.clickCount : period.utcClicks);
}

/** The links with their shares of the clicks of the range or, where its links were not compared, of all time. */
export const TopLinks: FC<TopLinksProps> = ({
  statistics: { topLinks, clickCount },
  clickedLinks,
  isAmongTop = false,
  view,
  period,
  allLinks,
}) => {
  const isFiltered = view.filters !== null;
  const isOfAllTime = clickedLinks === null && !isFiltered;
  const total = totalOfLinks({ statistics: { topLinks, clickCount }, clickedLinks, period });
  const most = topLinks[0]?.clickCount ?? 0;
  const count = clickedLinks ?? topLinks.length;
  const shown = countShown(count);
  const showRows = (some: readonly Link[], isMore = false) =>
    some.map((link) => (
      <Row
        name={<LinkName link={link} view={view} isMore={isMore} />}
        clicks={link.clickCount}
        {...{ total, most, isMore }}
      />
    ));
  return (
    <section class="card" data-part="top">
      <div class="part">
        <h2>
          {TITLE} {isOfAllTime && <span class="soft small">of all time</span>}
          {isAmongTop && <span class="soft small">among the hundred most clicked</span>}
        </h2>
        <CsvLink view={view} grouping="link" of={TITLE} />
      </div>
      {topLinks.length === 0 ? (
        <p class="soft">
          {isFiltered && clickedLinks === null
            ? 'These days have too many clicks to compare the links under a filter. Choose fewer days.'
            : 'No clicks in these days.'}
        </p>
      ) : (
        <>
          <Table title={TITLE} of="Link">
            {showRows(topLinks.slice(0, shown))}
          </Table>
          <Rest title={TITLE} of="Link" more={showRows(topLinks.slice(shown), true)}>
            {count > topLinks.length && (
              <p class="small">
                <a href={allLinks}>See all links</a>
              </p>
            )}
          </Rest>
        </>
      )}
    </section>
  );
};

/** The most characters of a destination. The links behind `more` show none. */
const DESTINATION_SHOWN = 80;

/** The link, whose page keeps the filters. */
const LinkName: FC<{ link: Link; view: StatisticsView; isMore: boolean }> = ({ link, view, isMore }) => {
  const path = `/console/links/${link.shortCode}`;
  return (
    <span class="to">
      <a href={view.filters === null ? path : `${viewAddress({ ...view, path }, {})}#${FIGURES}`}>{link.shortCode}</a>
      {isMore || <bdi class="soft">{cut(link.url.replace(/^https?:\/\/(www\.)?/i, ''))}</bdi>}
    </span>
  );
};

const cut = (text: string): string => (text.length > DESTINATION_SHOWN ? `${text.slice(0, DESTINATION_SHOWN)}…` : text);
