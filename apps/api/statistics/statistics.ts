/** Reads the statistics that the API returns (specification 10). */
import { inArray } from 'drizzle-orm';
import { eachText, openDatabase } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { computeStatus, type LinkStatus, makeAddress } from '#api/links/link-record';
import { linksOfTag, tagNamed } from '#api/links/tags';
import type { Env } from '#api/platform/env';
import { type BreakdownQuery, groupClicks } from '#domain/breakdown';
import { isLimited } from '#domain/click-limits';
import type { ComparedRange, CountedDays, DayRange } from '#domain/daily-counts';
import type { Link } from '#domain/link';
import type { Filters } from '#domain/profiles';
import type { StatisticsReport } from '#redirect/statistics/statistics';
import type { ExportPart, PartStart } from '#redirect/statistics/statistics-parts';
import { getDenylist } from '#store/denylist';
import { callStatistics, clicksGranted } from './statistics-object';
import type { AccountStatistics, LinkStatistics } from './statistics-record';
import { clicksByTag, type TagQuery, tagReport } from './tag-statistics';

const SPENT: LinkStatus = { status: 'expired', expiredReason: 'CLICKS' };

/** A breakdown to read, and with `since` the first of the earlier days that it is compared with. */
export type ComparedQuery = BreakdownQuery & {
  /** The days of every figure but the clicks by day. */
  readonly utcDays: DayRange;
  readonly since?: number | undefined;
  /** What the counted clicks have in common, and the first UTC day on which the plan can ask for it; null for all. */
  readonly filter?: { readonly values: Filters; readonly first: number } | null | undefined;
};

/** The days that the statistics object counts for a query, and the values that it counts. */
function daysToRead(query: ComparedQuery | null): { days: ComparedRange | null; filters: Filters | null } {
  if (query === null) return { days: null, filters: null };
  const { utcDays, since, filter } = query;
  return {
    days: { ...cutToFilter(utcDays, filter), since: since && Math.max(since, filter?.first ?? since) },
    filters: filter?.values ?? null,
  };
}

const cutToFilter = ({ start, end }: DayRange, filter: ComparedQuery['filter']): DayRange => ({
  start: Math.max(start, filter?.first ?? start),
  end,
});

/** Statistics as the API returns them, and the counts that they were made from; null for totals alone. */
export type Counted<Statistics> = { readonly statistics: Statistics; readonly counted: CountedDays | null };

/**
 * The statistics of an account or of a tag. `clickedLinks` is the number of links that were clicked in the range of the
 * top links; null where the top links are those of all time or, under a filter, none. `isAmongTop`: a filter compared
 * only the most clicked links of all time.
 */
export type CountedAccount = Counted<AccountStatistics> & {
  readonly clickedLinks: number | null;
  readonly isAmongTop: boolean;
};

type ReportContext = { readonly shortBaseUrl: string; readonly now: number };

/**
 * Reads the statistics of a link, with its counts.
 * @param query the days and groupings to read; null for totals only
 * @throws ObjectUnreachable
 */
export async function countedLink(
  env: Env,
  link: Link,
  query: ComparedQuery | null,
  { shortBaseUrl, now }: ReportContext,
): Promise<Counted<LinkStatistics>> {
  const { days, filters } = daysToRead(query);
  const [report, granted, denylist] = await Promise.all([
    callStatistics(env, link.accountId, async (object) => await object.readLink(link.id, days, filters)),
    isLimited(link) ? clicksGranted(env, link) : null,
    getDenylist(env, now),
  ]);
  // The counter knows a click before the statistics do, and is emptied some days after the deletion of its link.
  const clickCount = Math.max(granted ?? 0, report.totals.clicks);
  const { shortCode, shortUrl } = makeAddress(link, shortBaseUrl);
  const { url, maxClicks, createdAt, expiresAt } = link;
  const clicksRemaining = maxClicks === null ? null : Math.max(0, maxClicks - clickCount);
  const status = computeStatus(link, denylist, now);
  const statistics: LinkStatistics = {
    shortCode,
    shortUrl,
    url,
    // The counter knows earlier than the row in D1 that a link is spent.
    ...(status.status === 'active' && clicksRemaining === 0 ? SPENT : status),
    ...pickTotals(report),
    clickCount,
    clicksRemaining,
    maxClicks,
    hasPassword: link.password !== null,
    createdAt: new Date(createdAt).toISOString(),
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    ...breakdownField(report, query),
  };
  return { statistics, counted: report.counted };
}

type AccountQuery = {
  /** The requested breakdown, without tags; null for totals only. */
  readonly query: ComparedQuery | null;
  /** How many top links are returned at most. */
  readonly limit: number;
  /** The UTC days by whose clicks the top links are compared, always with a filter; undefined for all time. */
  readonly topOf?: DayRange | undefined;
  /** The name of a tag: then only the links of the tag count. */
  readonly tag?: string | undefined;
  /** The breakdown by tag; undefined for none. Its `days` are null for the clicks of all time. */
  readonly byTag?: { readonly days: DayRange | null; readonly limit: number } | undefined;
};

/**
 * Reads the statistics of an account or of one of its tags, and the most clicked links, with their counts.
 * @throws Refusal TAG_NOT_FOUND
 * @throws ObjectUnreachable
 */
export async function countedAccount(
  env: Env,
  accountId: string,
  { query, limit, topOf, tag, byTag }: AccountQuery,
  { shortBaseUrl }: ReportContext,
): Promise<CountedAccount> {
  const asked = { ...daysToRead(query), limit, topOf: topOf && cutToFilter(topOf, query?.filter) };
  const [report, tags] = await Promise.all([
    tag === undefined ? reportOfAccount(env, accountId, asked) : reportOfTag(env, accountId, tag, asked),
    byTag === undefined ? null : clicksByTag(env, accountId, byTag.days, byTag.limit),
  ]);
  const { topLinks } = report;
  const links = await linksById(
    env,
    topLinks.map(({ linkId }) => linkId),
    topLinks.map(({ code }) => code),
  );
  const { breakdown } = breakdownField(report, query);
  const statistics: AccountStatistics = {
    ...pickTotals(report),
    topLinks: topLinks.flatMap(({ linkId, clicks }) => {
      const link = links.get(linkId);
      if (link === undefined) return [];
      const { shortCode, shortUrl } = makeAddress(link, shortBaseUrl);
      return [{ shortCode, shortUrl, url: link.url, clickCount: clicks }];
    }),
    ...((breakdown || tags !== null) && { breakdown: { ...breakdown, ...(tags !== null && { tag: tags.groups }) } }),
    ...((report.isPartial || tags?.isPartial) && { partial: true }),
  };
  return { statistics, counted: report.counted, clickedLinks: report.clickedLinks, isAmongTop: report.isAmongTop };
}

async function reportOfAccount(env: Env, accountId: string, { days, filters, limit, topOf }: TagQuery) {
  const report = await callStatistics(
    env,
    accountId,
    async (object) => await object.readAccount(days, limit, topOf ?? null, filters),
  );
  const { links, clicked, isAmongTop = false } = report.topOfRange ?? { links: report.topLinks, clicked: null };
  const isCompared = filters === null || report.topOfRange !== null;
  return {
    ...report,
    topLinks: isCompared ? links : [],
    clickedLinks: clicked,
    isAmongTop,
    isPartial: !isCompared || isAmongTop,
  };
}

async function reportOfTag(env: Env, accountId: string, tag: string, query: TagQuery) {
  const links = await linksOfTag(env, await tagNamed(env, accountId, tag));
  return { ...(await tagReport(env, accountId, links, query)), isAmongTop: false };
}

/**
 * Returns the times of the last clicks by link id, in epoch milliseconds, without links that were never clicked.
 * @throws ObjectUnreachable
 */
export const readLastClicks = (
  env: Env,
  accountId: string,
  linkIds: readonly string[],
): Promise<Record<string, number>> =>
  callStatistics(env, accountId, async (object) => await object.readLastClicks(linkIds));

/**
 * Reads one part of the stored statistics of an account's links. Each part names the start of the next one.
 * @throws ObjectUnreachable
 */
export const exportPart = (
  env: Env,
  accountId: string,
  linkIds: readonly string[],
  start: PartStart | null,
): Promise<ExportPart> => callStatistics(env, accountId, async (object) => await object.readExportPart(linkIds, start));

/** Reads links by their codes, and returns them by id, because a code may belong to another link by now. */
async function linksById(env: Env, ids: readonly string[], codes: readonly string[]): Promise<Map<string, Link>> {
  if (ids.length === 0) return new Map();
  const found = await openDatabase(env.DB)
    .select(LINK_FIELDS)
    .from(links)
    .where(inArray(links.code, eachText(codes)));
  return new Map(found.map((link) => [link.id, link]));
}

/** Returns the totals as responses show them. */
export const pickTotals = ({ totals }: Pick<StatisticsReport, 'totals'>) => ({
  clickCount: totals.clicks,
  uniqueVisitors: totals.visitors,
  botHits: totals.robots,
  qrScans: totals.scans,
  lastAccessed: totals.lastAt === 0 ? null : new Date(totals.lastAt).toISOString(),
});

const breakdownField = ({ counted }: Pick<StatisticsReport, 'counted'>, query: BreakdownQuery | null) =>
  query !== null && query.groupBy.length > 0 && counted !== null ? { breakdown: groupClicks(counted, query) } : {};
