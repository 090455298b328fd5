/** The statistics of all links of the account, and the CSV of each card of statistics (specification 14.12). */
import { wholeAccount } from '#api/links/link-owner';
import { ownedLink } from '#api/links/owned-link';
import { type Counted, countedAccount, countedLink } from '#api/statistics/statistics';
import { csvOf } from '#api/statistics/statistics-csv';
import type { AccountStatistics, LinkStatistics } from '#api/statistics/statistics-record';
import { GROUPINGS, nameOfDay } from '#domain/breakdown';
import { Refusal } from '#domain/refusal';
import { type ConsoleContext, createHandlers } from '../context';
import { show } from '../page';
import { accountStatisticsPage } from '../pages/statistics';
import { periodOf } from '../period';
import { queryOfView, type StatisticsView, statusOfView, viewOf } from '../statistics-view';

const TOP_LINKS = 10;

const contextOf = (c: ConsoleContext) => ({ shortBaseUrl: c.get('config').shortBaseUrl, now: c.get('now') });

/** Reads the statistics of the account, or of one of its tags, for a view. */
export const readStatistics = (
  c: ConsoleContext,
  view: StatisticsView,
  tag?: string,
): Promise<Counted<AccountStatistics>> =>
  countedAccount(c.env, c.get('account').id, { query: queryOfView(view), limit: TOP_LINKS, tag }, contextOf(c));

export const getStatistics = createHandlers(async (c) => {
  const view = viewOf(c, '/console/statistics');
  const counted = await readStatistics(c, view);
  const { statistics } = counted;
  return show(c, accountStatisticsPage({ statistics, view, period: periodOf(counted, view) }), statusOfView(view));
});

/** Responds with one grouping of the statistics that `read` returns, as GET /v2/stats does with `text/csv`. */
const csvHandler = (
  read: (c: ConsoleContext, view: StatisticsView) => Promise<Counted<LinkStatistics | AccountStatistics>>,
) =>
  createHandlers(async (c) => {
    const grouping = GROUPINGS.find((name) => name === (c.req.query('grouping') ?? 'day'));
    if (grouping === undefined) throw new Refusal('UNKNOWN_ROUTE');
    const view = viewOf(c, c.req.path);
    const { statistics } = await read(c, view);
    const csv = csvOf({ ...statistics, breakdown: { [grouping]: statistics.breakdown?.[grouping] ?? [] } });
    return c.body(csv, 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="swiftlet-${grouping}-${nameOfDay(view.start)}-${nameOfDay(view.end)}.csv"`,
    });
  });

export const getStatisticsCsv = csvHandler((c, view) => readStatistics(c, view));

export const getTagCsv = csvHandler((c, view) => readStatistics(c, view, c.req.param('name') ?? ''));

export const getLinkCsv = csvHandler(async (c, view) => {
  const link = await ownedLink(c.env, wholeAccount(c.get('account').id), c.req.param('code') ?? '');
  return countedLink(c.env, link, queryOfView(view), contextOf(c));
});
