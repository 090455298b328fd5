/**
 * Counts under filters, which the profiles of days answer (packages/domain/profiles.ts). A day of many visitors has some
 * hundred kilobytes, so each read has a limit, and other work of the process goes on meanwhile.
 */
import { type ComparedRange, type CountedDay, type CountedDays, type DayRange, sumDays } from '#domain/daily-counts';
import { countMatching, countMatchingClicks, type Filters } from '#domain/profiles';
import { ACCOUNT, pause } from './arrivals';
import type { TopLink } from './statistics-store';
import type { TopOfRange } from './statistics-sums';

/** How many characters of profiles a read takes in all, and without a pause: some 50 and 4 ms. */
const MAX_CHARACTERS = 8_000_000;
const CHARACTERS_AT_ONCE = 500_000;
/** How many rows one statement reads. No statement is left open during a pause, in which clicks may be rolled up. */
const ROWS_AT_ONCE = 16;
const SMALL_ROWS_AT_ONCE = 500;

/** The most rows of days of links that are compared under a filter. */
const MAX_COMPARED_ROWS = 10_000;

/**
 * Counts the clicks of a link, or of the account, that have the values of the filters. It reads the newest days first:
 * `from` of the result is a later day than requested where the older ones are too much.
 * @param oldest the oldest day that is still stored, in days since 1970
 */
export async function countFiltered(
  sql: SqlStorage,
  linkId: string,
  range: ComparedRange,
  filters: Filters,
  oldest: number,
): Promise<CountedDays> {
  const from = Math.max(range.since ?? range.start, oldest);
  const days: CountedDay[] = [];
  let [to, room, unpaused] = [range.end + 1, MAX_CHARACTERS, 0];
  while (true) {
    const rows = sql
      .exec<{ day: number; profiles: string }>(
        `SELECT day, profiles FROM days WHERE link = ? AND day BETWEEN ? AND ? AND profiles IS NOT NULL
          ORDER BY day DESC LIMIT ${ROWS_AT_ONCE}`,
        ...[linkId, Math.max(from - 1, oldest), to],
      )
      .toArray();
    for (const { day, profiles } of rows) {
      if (room <= 0) return sumDays(days, range, Math.max(from, day + 1));
      days.push({ day, counts: countMatching(profiles, filters) });
      room -= profiles.length;
      unpaused += profiles.length;
      to = day - 1;
      if (unpaused < CHARACTERS_AT_ONCE) continue;
      await pause();
      unpaused = 0;
    }
    if (rows.length < ROWS_AT_ONCE) return sumDays(days, range, from);
  }
}

/**
 * Returns the links with the most clicks of a range that have the values of the filters. If the range has too many days
 * of links, only the most clicked links of all time are compared; null if theirs are too many as well.
 * @param top the most clicked links of all time
 */
export async function findMostClickedFiltered(
  sql: SqlStorage,
  range: DayRange,
  filters: Filters,
  top: readonly TopLink[],
  count: number,
): Promise<(TopOfRange & { readonly isAmongTop: boolean }) | null> {
  const ofAll = await sumLinks(sql, range, filters, null);
  const sums = ofAll ?? (await sumLinks(sql, range, filters, new Set(top.map(({ linkId }) => linkId))));
  if (sums === null) return null;
  const sorted = [...sums].sort(([a, some], [b, more]) => more - some || (a < b ? -1 : 1));
  const links = sql.exec<TopLink>(
    'SELECT link AS linkId, code, value ->> 1 AS clicks FROM json_each(?) CROSS JOIN totals ON link = value ->> 0',
    JSON.stringify(sorted.slice(0, count)),
  );
  return { links: links.toArray(), clicked: sums.size, isAmongTop: ofAll === null };
}

/** Returns the clicks of links that have any; null if the range has too many days. @param only null for all links */
async function sumLinks(sql: SqlStorage, { start, end }: DayRange, filters: Filters, only: ReadonlySet<string> | null) {
  const sums = new Map<string, number>();
  const of = only === null ? '' : 'AND link IN (SELECT value FROM json_each(?5))';
  let [day, link, rows, bytes] = [start, ACCOUNT, 0, 0];
  while (true) {
    const page = sql
      .exec<DayOfLink & { size: number }>(
        `SELECT link, day, octet_length(profiles) AS size FROM days
          WHERE day BETWEEN ?1 AND ?2 AND (day, link) > (?1, ?3) AND link <> ?4 AND profiles IS NOT NULL ${of}
          ORDER BY day, link LIMIT ${SMALL_ROWS_AT_ONCE}`,
        ...[day, end, link, ACCOUNT, ...(only === null ? [] : [JSON.stringify([...only])])],
      )
      .toArray();
    bytes += page.reduce((sum, { size }) => sum + size, 0);
    if (bytes > MAX_CHARACTERS / 2) return null;
    for (const part of cutBySize(page)) {
      for (const one of readProfiles(sql, part)) {
        const clicks = countMatchingClicks(one.profiles, filters);
        if (clicks > 0) sums.set(one.link, (sums.get(one.link) ?? 0) + clicks);
      }
      await pause();
    }
    rows += page.length;
    const last = page.at(-1);
    if (last === undefined || page.length < SMALL_ROWS_AT_ONCE) return sums;
    if (rows >= MAX_COMPARED_ROWS) return null;
    [day, link] = [last.day, last.link];
  }
}

type DayOfLink = { readonly link: string; readonly day: number };

/** Cuts rows into parts that are read without a pause each. Rows of many visitors would not fit into memory together. */
function* cutBySize(rows: readonly (DayOfLink & { readonly size: number })[]): Generator<DayOfLink[]> {
  let [part, sum]: [DayOfLink[], number] = [[], 0];
  for (const row of rows) {
    part.push(row);
    sum += row.size;
    if (sum < CHARACTERS_AT_ONCE) continue;
    yield part;
    [part, sum] = [[], 0];
  }
  if (part.length > 0) yield part;
}

const readProfiles = (sql: SqlStorage, rows: readonly DayOfLink[]) =>
  sql
    .exec<{ link: string; profiles: string }>(
      'SELECT link, profiles FROM json_each(?) CROSS JOIN days ON link = value ->> 0 AND day = value ->> 1',
      JSON.stringify(rows.map(({ link, day }) => [link, day])),
    )
    .toArray();
