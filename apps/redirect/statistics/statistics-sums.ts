/**
 * Counts of many links: sums, clicks by UTC day, and the most clicked links. Large ones are read in parts, so that no
 * call keeps the object from other calls for long.
 */
import {
  type ComparedRange,
  type CountedDay,
  type CountedDays,
  type DayRange,
  decodeCounts,
  sumDays,
} from '#domain/daily-counts';
import { countMatching, type Filters } from '#domain/profiles';
import { ACCOUNT } from './arrivals';
import { type StatisticsStore, selectCountsBeside, type TopLink, type Totals } from './statistics-store';

/** The clicks and the last clicks (epoch milliseconds, 0 for never) of links, in the order of the request. */
export type LinkClicks = { readonly clicks: readonly number[]; readonly lastAt: readonly number[] };

/** The link, by its place in the request, and the day (since 1970) with which a part begins. */
export type SumStart = { readonly place: number; readonly day: number };

/**
 * The sum of the days that one part read, and under filters the clicks of each link in it, by its place in the request.
 * `next` is where the next part begins, null after the last.
 */
export type SumPart = {
  readonly counted: CountedDays;
  readonly clicks: Map<number, number>;
  readonly next: SumStart | null;
};

/** A part ends with the day that brings it to this many characters. */
const SUM_PART_CHARACTERS = 2_000_000;
/** The number of rows of days after which one call of `readClicksInDays` reads no further link. */
const MAX_DAY_ROWS = 50_000;

/** The rows of the requested links. The CROSS JOIN keeps the order of the list, without a sort. */
const EACH = 'FROM json_each(?1) AS asked CROSS JOIN';

export function readClicks(sql: SqlStorage, linkIds: readonly string[]): LinkClicks {
  const clicks = Array<number>(linkIds.length).fill(0);
  const lastAt = [...clicks];
  for (const row of sql.exec<{ place: number; clicks: number; lastAt: number }>(
    `SELECT key AS place, clicks, last_at AS lastAt ${EACH} totals ON link = value`,
    JSON.stringify(linkIds),
  )) {
    clicks[row.place] = row.clicks;
    lastAt[row.place] = row.lastAt;
  }
  return { clicks, lastAt };
}

/** Returns the clicks of each link in a range of days. The list ends early once MAX_DAY_ROWS rows were read. */
export function readClicksInDays(sql: SqlStorage, linkIds: readonly string[], { start, end }: DayRange): number[] {
  const clicks: number[] = [];
  let rows = 0;
  for (const linkId of linkIds) {
    if (rows >= MAX_DAY_ROWS) break;
    const { days, sum } = sql
      .exec<{ days: number; sum: number }>(
        'SELECT count(*) AS days, total(counts ->> 1) AS sum FROM days WHERE link = ? AND day BETWEEN ? AND ?',
        ...[linkId, start, end],
      )
      .one();
    clicks.push(sum);
    rows += days + 1;
  }
  return clicks;
}

/** Sums up the totals of links. `visitors` counts a visitor of two links twice. */
export function sumTotals(sql: SqlStorage, linkIds: readonly string[]): Totals {
  return sql
    .exec<Totals>(
      `SELECT total(clicks) AS clicks, total(scans) AS scans, total(robots) AS robots, total(visitors) AS visitors,
        ifnull(max(last_at), 0) AS lastAt ${EACH} totals ON link = value`,
      JSON.stringify(linkIds),
    )
    .one();
}

/**
 * Sums up one part of the days of links.
 * @param linkIds the same list for every part
 * @param start `next` of the previous part; null for the first part
 * @param filters null to count all clicks
 * @param oldest the oldest day that is still stored, in days since 1970
 */
export function sumPart(
  sql: SqlStorage,
  linkIds: readonly string[],
  { start: firstDay, end: lastDay, since = firstDay }: ComparedRange,
  start: SumStart | null,
  filters: Filters | null,
  oldest: number,
): SumPart {
  let next: SumStart | null = null;
  const clicks = new Map<number, number>();
  const selected = filters === null ? selectCountsBeside('?6', '?7') : 'profiles';
  // The days beside the range belong to it in some time zones.
  const [from, to] = [Math.max(since - 1, oldest), lastDay + 1];
  function* days(): Generator<CountedDay> {
    let room = SUM_PART_CHARACTERS;
    for (const { place, day, stored } of sql.exec<{ place: number; day: number; stored: string }>(
      `SELECT key AS place, day, ${selected} AS stored ${EACH} days ON link = value AND day BETWEEN ?2 AND ?3
        WHERE key >= ?4 AND (key, day) >= (?4, ?5) AND stored IS NOT NULL`,
      ...[JSON.stringify(linkIds), from, to, start?.place ?? 0, start?.day ?? from],
      ...(filters === null ? [firstDay, lastDay] : []),
    )) {
      if (room <= 0) {
        next = { place, day };
        return;
      }
      room -= stored.length;
      const counts = filters === null ? decodeCounts(JSON.parse(stored)) : countMatching(stored, filters);
      if (filters !== null && day >= firstDay && day <= lastDay)
        clicks.set(place, (clicks.get(place) ?? 0) + counts.clicks);
      yield { day, counts };
    }
  }
  const counted = sumDays(days(), { start: firstDay, end: lastDay }, Math.max(since, oldest));
  return { counted, clicks, next };
}

/** The clicks of one link or of the account, a number for each day. */
export type DailyClicks = readonly number[];

/**
 * The clicks of links: of all time, and of each day from `start` on. `start` is the first day of the request, or a
 * later one if older days are no longer stored.
 */
export type RecentClicks = LinkClicks & { readonly start: number; readonly days: readonly DailyClicks[] };

/** A much clicked link, and its clicks of each day. `clicks` are of the range or of all time (AccountOverview). */
type MuchClicked = TopLink & { readonly days: DailyClicks };

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
const MAX_COMPARED_ROWS = 10_000;

/** Returns the clicks of each link on each day of a range. */
function readClicksByDay(sql: SqlStorage, linkIds: readonly string[], { start, end }: DayRange): number[][] {
  const days = linkIds.map(() => Array<number>(Math.max(0, end - start + 1)).fill(0));
  for (const { place, day, clicks } of sql.exec<{ place: number; day: number; clicks: number }>(
    `SELECT key AS place, day, counts ->> 1 AS clicks FROM json_each(?1) AS asked
      CROSS JOIN days ON link = value AND day BETWEEN ?2 AND ?3`,
    ...[JSON.stringify(linkIds), start, end],
  ))
    (days[place] as number[])[day - start] = clicks;
  return days;
}

export const readRecentClicks = (sql: SqlStorage, linkIds: readonly string[], range: DayRange): RecentClicks => ({
  ...readClicks(sql, linkIds),
  start: range.start,
  days: readClicksByDay(sql, linkIds, range),
});

/** @param topOf the range by whose clicks the links are compared; its end is that of `range` */
export function readOverview(
  sql: SqlStorage,
  store: StatisticsStore,
  { range, topOf, count }: { readonly range: DayRange; readonly topOf: DayRange; readonly count: number },
): AccountOverview {
  const ofRange = findMostClicked(sql, topOf, count);
  const top = ofRange?.links ?? store.topLinks.slice(0, count);
  const ids = top.map(({ linkId }) => linkId);
  const [days = []] = readClicksByDay(sql, [ACCOUNT], range);
  const ofTop = readClicksByDay(sql, ids, topOf);
  return {
    totals: store.readTotals(ACCOUNT),
    start: range.start,
    days,
    top: top.map((link, place) => ({ ...link, days: ofTop[place] as number[] })),
    isTopOfAllTime: ofRange === null,
  };
}

/**
 * Returns the most clicked links of a range, most clicked first. Null if the range has more than MAX_COMPARED_ROWS days
 * of links.
 */
export function findMostClicked(sql: SqlStorage, { start, end }: DayRange, count: number): TopOfRange | null {
  const { rows } = sql
    .exec<{ rows: number }>(
      `SELECT count(*) AS rows FROM (SELECT 1 FROM days WHERE day BETWEEN ? AND ? LIMIT ${MAX_COMPARED_ROWS + 1})`,
      ...[start, end],
    )
    .one();
  if (rows > MAX_COMPARED_ROWS) return null;
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
