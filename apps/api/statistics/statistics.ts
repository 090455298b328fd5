/** Reads the statistics that the API returns (specification 10). */
import { inArray } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { eachOf } from '#api/database/statements';
import { linkRecord } from '#api/links/link-record';
import { type LinkStatus, statusOf } from '#api/links/link-status';
import type { Env } from '#api/platform/env';
import { type BreakdownQuery, breakdownOf } from '#domain/breakdown';
import { statisticsName } from '#domain/edge-entry';
import { isLimited } from '#domain/limits';
import type { Link } from '#domain/link';
import type { ExportPart, PartStart } from '#redirect/statistics-export';
import type { Statistics, StatisticsReport } from '#redirect/statistics';
import { currentDenylist } from '#store/denylist-copy';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { clicksGranted } from './link-clicks';
import type { AccountStatistics, LinkStatistics } from './statistics-record';

const SPENT: LinkStatus = { status: 'expired', expiredReason: 'CLICKS' };

type ReportContext = { readonly shortBaseUrl: string; readonly now: number };

/**
 * Reads the statistics of a link.
 * @param query the breakdown; null: totals only
 * @throws ObjectUnreachable
 */
export async function linkStatistics(
  env: Env,
  link: Link,
  query: BreakdownQuery | null,
  { shortBaseUrl, now }: ReportContext,
): Promise<LinkStatistics> {
  const [statistic, granted, denylist] = await Promise.all([
    ask(env, link.accountId, async (object) => await object.link(link.id, query)),
    isLimited(link) ? clicksGranted(env, link) : null,
    currentDenylist(env, now),
  ]);
  const clickCount = granted ?? statistic.totals.clicks;
  const { shortCode, shortUrl, url, createdAt } = linkRecord(link, shortBaseUrl);
  const { maxClicks, expiresAt } = link;
  const clicksRemaining = maxClicks === null ? null : Math.max(0, maxClicks - clickCount);
  const status = statusOf(link, denylist, now);
  return {
    shortCode,
    shortUrl,
    url,
    // The counter knows that a link is spent a moment before the row in D1 does.
    ...(status.status === 'active' && clicksRemaining === 0 ? SPENT : status),
    ...totalsOf(statistic),
    clickCount,
    clicksRemaining,
    maxClicks,
    hasPassword: link.password !== null,
    createdAt,
    expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
    ...brokenDown(statistic, query),
  };
}

/**
 * Reads the statistics of an account, and its most clicked links.
 * @param limit how many top links at most
 * @throws ObjectUnreachable
 */
export async function accountStatistics(
  env: Env,
  accountId: string,
  { query, limit }: { query: BreakdownQuery | null; limit: number },
  { shortBaseUrl }: ReportContext,
): Promise<AccountStatistics> {
  const statistic = await ask(env, accountId, async (object) => await object.account(query, limit));
  const { topLinks } = statistic;
  const links = await linksOf(
    env,
    topLinks.map(({ linkId }) => linkId),
    topLinks.map(({ code }) => code),
  );
  return {
    ...totalsOf(statistic),
    topLinks: topLinks.flatMap(({ linkId, clicks }) => {
      const link = links.get(linkId);
      if (link === undefined) return [];
      const { shortCode, shortUrl, url } = linkRecord(link, shortBaseUrl);
      return [{ shortCode, shortUrl, url, clickCount: clicks }];
    }),
    ...brokenDown(statistic, query),
  };
}

/**
 * Reads the last click of links of an account, epoch milliseconds by link id. A link that was never clicked is absent.
 * @throws ObjectUnreachable
 */
export const lastClicks = (env: Env, accountId: string, linkIds: readonly string[]): Promise<Record<string, number>> =>
  ask(env, accountId, async (object) => await object.lastClicks(linkIds));

/**
 * Reads everything that is stored of links of an account, a part at a time. Each part names where the next one begins.
 * @throws ObjectUnreachable
 */
export const exportPart = (
  env: Env,
  accountId: string,
  linkIds: readonly string[],
  since: PartStart | null,
): Promise<ExportPart> => ask(env, accountId, async (object) => await object.kept(linkIds, since));

/** Reads links by their codes, and returns them by id: a code may have another link by now. */
async function linksOf(env: Env, ids: readonly string[], codes: readonly string[]): Promise<Map<string, Link>> {
  if (ids.length === 0) return new Map();
  const found = await databaseOf(env.DB)
    .select(LINK_FIELDS)
    .from(links)
    .where(inArray(links.code, eachOf(codes)));
  return new Map(found.map((link) => [link.id, link]));
}

/** The totals as responses show them. */
export const totalsOf = ({ totals }: Pick<StatisticsReport, 'totals'>) => ({
  clickCount: totals.clicks,
  uniqueVisitors: totals.visitors,
  botHits: totals.robots,
  qrScans: totals.scans,
  lastAccessed: totals.lastAt === 0 ? null : new Date(totals.lastAt).toISOString(),
});

const brokenDown = ({ counted }: Pick<StatisticsReport, 'counted'>, query: BreakdownQuery | null) =>
  query !== null && counted !== null ? { breakdown: breakdownOf(counted, query) } : {};

const ask = <Result>(
  env: Env,
  accountId: string,
  call: (object: DurableObjectStub<Statistics>) => Promise<Result>,
): Promise<Result> =>
  callObject(() => objectNamed(env, env.STATISTICS, statisticsName(accountId)), call, { repeatable: true });
