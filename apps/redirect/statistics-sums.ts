/** Sums of the counts of many links, read in parts, so that no call keeps the object from other calls for long. */
import type { ComparedRange, CountedDay, CountedDays, DayRange } from '#domain/counted-days';
import { countedDays } from '#domain/counted-days';
import { decodeCounts } from '#domain/daily-counts';
import { countsBeside, type Totals } from './statistics-store';

/** The clicks and the last clicks (epoch milliseconds, 0 for never) of links, in the order of the request. */
export type LinkClicks = { readonly clicks: readonly number[]; readonly lastAt: readonly number[] };

/** The link, by its place in the request, and the day (since 1970) with which a part begins. */
export type SumStart = { readonly place: number; readonly day: number };

/** The sum of the days that one part read. `next` is where the next part begins, null after the last. */
export type SumPart = { readonly counted: CountedDays; readonly next: SumStart | null };

/** A part ends with the day that brings it to this many characters. */
const PART_CHARACTERS = 2_000_000;
/** The number of rows of days after which one call of `clicksInDays` reads no further link. */
const MAX_DAY_ROWS = 50_000;

/** The rows of the requested links. The CROSS JOIN keeps the order of the list, without a sort. */
const EACH = 'FROM json_each(?1) AS asked CROSS JOIN';

export function clicksOfLinks(sql: SqlStorage, linkIds: readonly string[]): LinkClicks {
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
export function clicksInDays(sql: SqlStorage, linkIds: readonly string[], { start, end }: DayRange): number[] {
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
export function totalsOfLinks(sql: SqlStorage, linkIds: readonly string[]): Totals {
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
 * @param oldest the oldest day that is still stored, in days since 1970
 */
export function sumPart(
  sql: SqlStorage,
  linkIds: readonly string[],
  { start: firstDay, end: lastDay, since = firstDay }: ComparedRange,
  start: SumStart | null,
  oldest: number,
): SumPart {
  let next: SumStart | null = null;
  // The days beside the range belong to it in some time zones.
  const [from, to] = [Math.max(since - 1, oldest), lastDay + 1];
  function* days(): Generator<CountedDay> {
    let room = PART_CHARACTERS;
    for (const { place, day, counts } of sql.exec<{ place: number; day: number; counts: string }>(
      `SELECT key AS place, day, ${countsBeside('?6', '?7')} AS counts ${EACH} days ON link = value AND day BETWEEN ?2 AND ?3
        WHERE key >= ?4 AND (key, day) >= (?4, ?5)`,
      ...[JSON.stringify(linkIds), from, to, start?.place ?? 0, start?.day ?? from, firstDay, lastDay],
    )) {
      if (room <= 0) {
        next = { place, day };
        return;
      }
      room -= counts.length;
      yield { day, counts: decodeCounts(JSON.parse(counts)) };
    }
  }
  const counted = countedDays(days(), { start: firstDay, end: lastDay }, Math.max(since, oldest));
  return { counted, next };
}
