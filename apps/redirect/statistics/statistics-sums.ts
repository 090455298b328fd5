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
  joinDays,
  sumDays,
} from '#domain/daily-counts';
import { countMatching, type Filters } from '#domain/profiles';
import { ACCOUNT, pause } from './arrivals';
import { findMostClicked } from './most-clicked';
import type { StatisticsStore, TopLink, Totals } from './statistics-store';
import { type DayStart, type Piece, readPiece, selectCountsBeside } from './stored-days';

/** The clicks and the last clicks (epoch milliseconds, 0 for never) of links, in the order of the request. */
export type LinkClicks = { readonly clicks: readonly number[]; readonly lastAt: readonly number[] };

/**
 * The sum of the days that one part read, and under filters the clicks of each link in it, by its place in the request.
 * `next` is where the next part begins, null after the last.
 */
export type SumPart = {
  readonly counted: CountedDays;
  readonly clicks: Map<number, number>;
  readonly next: DayStart | null;
};

/** The characters of a part. */
const SUM_PART_CHARACTERS = 2_000_000;
/** The number of rows of days after which one call of `readClicksInDays` reads no further link. */
const MAX_DAY_ROWS = 50_000;
/** How many links one statement of it reads, and how many rows it reads without a pause. */
const LINKS_AT_ONCE = 50;
const ROWS_AT_ONCE = 2_000;

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
export async function readClicksInDays(
  sql: SqlStorage,
  linkIds: readonly string[],
  { start, end }: DayRange,
): Promise<number[]> {
  const clicks: number[] = [];
  let [rows, unpaused] = [0, 0];
  while (clicks.length < linkIds.length && rows < MAX_DAY_ROWS) {
    const asked = linkIds.slice(clicks.length, clicks.length + LINKS_AT_ONCE);
    const sums = Array<number>(asked.length).fill(0);
    let read = asked.length;
    for (const { place, days, sum } of sql.exec<{ place: number; days: number; sum: number }>(
      `SELECT key AS place, count(*) AS days, sum(clicks) AS sum ${EACH} days ON link = value
        WHERE day BETWEEN ?2 AND ?3 GROUP BY key`,
      ...[JSON.stringify(asked), start, end],
    )) {
      sums[place] = sum;
      read += days;
    }
    clicks.push(...sums);
    rows += read;
    unpaused += read;
    if (unpaused < ROWS_AT_ONCE) continue;
    await pause();
    unpaused = 0;
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
 * Sums up one part of the days of links, in pieces.
 * @param linkIds the same list for every part
 * @param start `next` of the previous part; null for the first part
 * @param filters null to count all clicks
 * @param oldest the oldest day that is still stored, in days since 1970
 * @param most the part ends with the day that brings it to this many characters
 */
export async function sumPart(
  sql: SqlStorage,
  linkIds: readonly string[],
  range: ComparedRange,
  start: DayStart | null,
  filters: Filters | null,
  oldest: number,
  most = SUM_PART_CHARACTERS,
): Promise<SumPart> {
  const since = range.since ?? range.start;
  const clicks = new Map<number, number>();
  const selected = filters === null ? selectCountsBeside(range) : 'profiles';
  // The days beside the range belong to it in some time zones.
  const read = { start: Math.max(since - 1, oldest), end: range.end + 1 };
  function* decode({ days }: Piece): Generator<CountedDay> {
    for (const { place, day, stored } of days) {
      const counts = filters === null ? decodeCounts(JSON.parse(stored)) : countMatching(stored, filters);
      if (filters !== null && day >= range.start && day <= range.end)
        clicks.set(place, (clicks.get(place) ?? 0) + counts.clicks);
      yield { day, counts };
    }
  }
  const pieces: CountedDays[] = [];
  let next: DayStart | null = start ?? { place: 0, day: read.start };
  for (let room = most; next !== null && room > 0; ) {
    const piece = readPiece(sql, linkIds, selected, read, next);
    pieces.push(sumDays(decode(piece), range, Math.max(since, oldest)));
    room -= piece.characters;
    next = piece.next;
    await pause();
  }
  return { counted: joinDays(pieces), clicks, next };
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

/** Returns the clicks of each link on each day of a range. */
function readClicksByDay(sql: SqlStorage, linkIds: readonly string[], { start, end }: DayRange): number[][] {
  const days = linkIds.map(() => Array<number>(Math.max(0, end - start + 1)).fill(0));
  for (const { place, day, clicks } of sql.exec<{ place: number; day: number; clicks: number }>(
    `SELECT key AS place, day, clicks FROM json_each(?1) AS asked
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
export async function readOverview(
  sql: SqlStorage,
  store: StatisticsStore,
  { range, topOf, count }: { readonly range: DayRange; readonly topOf: DayRange; readonly count: number },
): Promise<AccountOverview> {
  const ofRange = await findMostClicked(sql, topOf, count);
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
