/** The clicks of links by UTC day, for lists of links and for the overview of an account. */
import type { DayRange } from '#domain/counted-days';
import { ACCOUNT } from './clicks-by-link';
import type { StatisticsStore, TopLink, Totals } from './statistics-store';
import { clicksOfLinks, type LinkClicks } from './statistics-sums';

/** The clicks of one link or of the account, a number for each day. */
export type DailyClicks = readonly number[];

/**
 * The clicks of links: of all time, and of each day from `start` on. `start` is the first day of the request, or a later
 * one if older days are no longer stored.
 */
export type RecentClicks = LinkClicks & { readonly start: number; readonly days: readonly DailyClicks[] };

/** A much clicked link, and its clicks of each day. `clicks` are of the range or of all time (AccountOverview). */
export type MuchClicked = TopLink & { readonly days: DailyClicks };

export type AccountOverview = {
  readonly totals: Totals;
  readonly start: number;
  /** The clicks of the account on each day from `start` on. */
  readonly days: DailyClicks;
  readonly top: readonly MuchClicked[];
  /** Whether the most clicked links are those of all time, because the range has too many days of links to compare. */
  readonly isTopOfAllTime: boolean;
};

/** The most clicked links of a range, most clicked first, and the number of all links that were clicked in it. */
export type TopOfRange = { readonly links: readonly TopLink[]; readonly clicked: number };

/** The most rows of days by which the links of a range are compared. It bounds the time that the object needs. */
const MAX_DAY_ROWS = 10_000;

/** Returns the clicks of each link on each day of a range. */
function clicksByDay(sql: SqlStorage, linkIds: readonly string[], { start, end }: DayRange): number[][] {
  const days = linkIds.map(() => Array<number>(Math.max(0, end - start + 1)).fill(0));
  for (const { place, day, clicks } of sql.exec<{ place: number; day: number; clicks: number }>(
    `SELECT key AS place, day, counts ->> 1 AS clicks FROM json_each(?1) AS asked
      CROSS JOIN days ON link = value AND day BETWEEN ?2 AND ?3`,
    ...[JSON.stringify(linkIds), start, end],
  ))
    (days[place] as number[])[day - start] = clicks;
  return days;
}

export const recentClicks = (sql: SqlStorage, linkIds: readonly string[], range: DayRange): RecentClicks => ({
  ...clicksOfLinks(sql, linkIds),
  start: range.start,
  days: clicksByDay(sql, linkIds, range),
});

/** @param topOf the range by whose clicks the links are compared; its end is that of `range` */
export function accountOverview(
  sql: SqlStorage,
  store: StatisticsStore,
  { range, topOf, count }: { readonly range: DayRange; readonly topOf: DayRange; readonly count: number },
): AccountOverview {
  const ofRange = mostClickedIn(sql, topOf, count);
  const top = ofRange?.links ?? store.topLinks.slice(0, count);
  const ids = top.map(({ linkId }) => linkId);
  const [days = []] = clicksByDay(sql, [ACCOUNT], range);
  const ofTop = clicksByDay(sql, ids, topOf);
  return {
    totals: store.totalsOf(ACCOUNT),
    start: range.start,
    days,
    top: top.map((link, place) => ({ ...link, days: ofTop[place] as number[] })),
    isTopOfAllTime: ofRange === null,
  };
}

/**
 * Returns the most clicked links of a range, most clicked first. Null if the range has more than MAX_DAY_ROWS days of
 * links.
 */
export function mostClickedIn(sql: SqlStorage, { start, end }: DayRange, count: number): TopOfRange | null {
  const { rows } = sql
    .exec<{ rows: number }>(
      `SELECT count(*) AS rows FROM (SELECT 1 FROM days WHERE day BETWEEN ? AND ? LIMIT ${MAX_DAY_ROWS + 1})`,
      ...[start, end],
    )
    .one();
  if (rows > MAX_DAY_ROWS) return null;
  const links: TopLink[] = [];
  let clicked = 0;
  for (const { clicked: all, ...link } of sql.exec<TopLink & { clicked: number }>(
    `SELECT sums.link AS linkId, code, sums.clicks, clicked FROM
      (SELECT link, sum(counts ->> 1) AS clicks, count(*) OVER () AS clicked FROM days
        WHERE day BETWEEN ?1 AND ?2 AND link <> ?3 GROUP BY link HAVING clicks > 0) AS sums
      JOIN totals USING (link) ORDER BY sums.clicks DESC, linkId LIMIT ?4`,
    ...[start, end, ACCOUNT, count],
  )) {
    clicked = all;
    links.push(link);
  }
  return { links, clicked };
}
