/** The statistics of all links of the account, and the CSV of each card of statistics (specification 14.12). */
import { wholeAccount } from '#api/links/link-owner';
import { ownedLink } from '#api/links/owned-link';
import { type Counted, type CountedAccount, countedAccount, countedLink } from '#api/statistics/statistics';
import { csvOfGroups } from '#api/statistics/statistics-csv';
import type { LinkStatistics } from '#api/statistics/statistics-record';
import { nameOfDay } from '#domain/breakdown';
import { Refusal } from '#domain/refusal';
import { type ConsoleContext, createHandlers } from '../context';
import { show } from '../page';
import { LISTED } from '../pages/ranking-table';
import { accountStatisticsPage } from '../pages/statistics';
import { periodOf } from '../period';
import {
  CSV_GROUPINGS,
  type CsvGrouping,
  queryOfView,
  type StatisticsView,
  statusOfView,
  viewOf,
} from '../statistics-view';

/** The most links that a page lists, and that its CSV does. */
const TOP_LINKS = LISTED;
const TOP_LINKS_OF_CSV = 1_000;

const contextOf = (c: ConsoleContext) => ({ shortBaseUrl: c.get('config').shortBaseUrl, now: c.get('now') });

/** Reads the statistics of the account, or of one of its tags, for a view. */
export const readStatistics = (
  c: ConsoleContext,
  view: StatisticsView,
  { tag, limit = TOP_LINKS }: { tag?: string | undefined; limit?: number } = {},
): Promise<CountedAccount> => {
  const query = queryOfView(view);
  return countedAccount(c.env, c.get('account').id, { query, limit, topOf: query.utcDays, tag }, contextOf(c));
};

export const getStatistics = createHandlers(async (c) => {
  const view = viewOf(c, '/console/statistics');
  const counted = await readStatistics(c, view);
  return show(c, accountStatisticsPage({ ...counted, view, period: periodOf(counted, view) }), statusOfView(view));
});

type Listed = Counted<LinkStatistics> | CountedAccount;

/** The rows of a CSV, and what its file is named after. Null for a grouping that the page does not have. */
function csvPartOf(read: Listed, grouping: CsvGrouping, { start, end }: StatisticsView) {
  const range = `${nameOfDay(start)}-${nameOfDay(end)}`;
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
    const view = viewOf(c, c.req.path);
    const part = csvPartOf(await read(c, view), grouping, view);
    if (part === null) throw new Refusal('UNKNOWN_ROUTE');
    return c.body(csvOfGroups({ [grouping]: part.groups }), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="swiftlet-${part.name}.csv"`,
    });
  });

export const getStatisticsCsv = csvHandler((c, view) => readStatistics(c, view, { limit: TOP_LINKS_OF_CSV }));

export const getTagCsv = csvHandler((c, view) =>
  readStatistics(c, view, { tag: c.req.param('name') ?? '', limit: TOP_LINKS_OF_CSV }),
);

export const getLinkCsv = csvHandler(async (c, view) => {
  const link = await ownedLink(c.env, wholeAccount(c.get('account').id), c.req.param('code') ?? '');
  return countedLink(c.env, link, queryOfView(view), contextOf(c));
});
