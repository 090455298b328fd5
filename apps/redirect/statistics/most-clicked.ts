/** The most clicked links of a range of days, by all their clicks or by those that have the values of filters. */
import type { DayRange } from '#domain/daily-counts';
import { countMatchingClicks, type Filters } from '#domain/profiles';
import { ACCOUNT, pause } from './arrivals';
import type { TopLink } from './statistics-store';
import { type DayStart, readPiece } from './stored-days';

/**
 * The most clicked links of a range, most clicked first, and how many links were clicked in it. With a filter this number
 * ends with one more than were asked for.
 */
export type TopOfRange = { readonly links: readonly TopLink[]; readonly clicked: number };

/** The most days of links that are compared. It bounds the time that the object needs. */
const MAX_COMPARED_ROWS = 10_000;
/** How many of them one statement reads: some 4 ms. */
const ROWS_AT_ONCE = 2_000;
/** The most characters of profiles that a comparison reads. */
const MAX_CHARACTERS = 4_000_000;
/** How many days of links are compared before the comparison may end. */
const COMPARED_AT_ONCE = 500;

type Clicked = { readonly link: string; readonly clicks: number };
/** `days`: how many days of the link there are, at most. */
type Ranked = Clicked & { readonly days: number };

const byClicks = (a: Clicked, b: Clicked): number => b.clicks - a.clicks || (a.link < b.link ? -1 : 1);

/** Returns the most clicked links of a range. Null if the range has more than MAX_COMPARED_ROWS days of links. */
export async function findMostClicked(sql: SqlStorage, range: DayRange, count: number): Promise<TopOfRange | null> {
  const ranked = await rankLinks(sql, range);
  return ranked && { links: nameLinks(sql, ranked.slice(0, count)), clicked: ranked.length };
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
  const ofAll = await rankLinks(sql, range);
  const days = range.end - range.start + 1;
  const ranked = ofAll ?? top.map(({ linkId, clicks }) => ({ link: linkId, clicks, days })).sort(byClicks);
  const best = await compareFiltered(sql, range, filters, ranked, count + 1);
  return best && { links: nameLinks(sql, best.slice(0, count)), clicked: best.length, isAmongTop: ofAll === null };
}

/** Returns all links with clicks in a range, most clicked first; null if the range has too many days of links. */
async function rankLinks(sql: SqlStorage, { start, end }: DayRange): Promise<Ranked[] | null> {
  const { rows } = sql
    .exec<{ rows: number }>(
      `SELECT count(*) AS rows FROM (
        SELECT 1 FROM days WHERE day BETWEEN ? AND ? AND link <> ? LIMIT ${MAX_COMPARED_ROWS + 1}
      )`,
      ...[start, end, ACCOUNT],
    )
    .one();
  if (rows > MAX_COMPARED_ROWS) return null;
  const ranked: { link: string; clicks: number; days: number }[] = [];
  let [last, lastDay] = [ACCOUNT, end];
  while (true) {
    // An index has the rows of the range. In the order of the table each of its pages is loaded once. A row for each day
    // would take several times as long as one text of them all.
    const page = sql
      .exec<{ links: string; days: string; clicks: string }>(
        `SELECT json_group_array(link) AS links, json_group_array(day) AS days, json_group_array(clicks) AS clicks FROM (
          SELECT link, day FROM days INDEXED BY days_by_day
            WHERE day BETWEEN ? AND ? AND (link, day) > (?, ?) ORDER BY link, day LIMIT ${ROWS_AT_ONCE}
        ) CROSS JOIN days USING (link, day)`,
        ...[start, end, last, lastDay],
      )
      .one();
    const links: string[] = JSON.parse(page.links);
    const clicks: number[] = JSON.parse(page.clicks);
    for (const [place, link] of links.entries()) {
      const known = ranked.at(-1);
      if (known?.link !== link) ranked.push({ link, clicks: clicks[place] as number, days: 1 });
      else {
        known.clicks += clicks[place] as number;
        known.days += 1;
      }
    }
    await pause();
    if (links.length < ROWS_AT_ONCE) return ranked.filter((one) => one.clicks > 0).sort(byClicks);
    [last, lastDay] = [links.at(-1) as string, JSON.parse(page.days).at(-1)];
  }
}

/**
 * Returns the best links by the clicks that have the values of the filters. A link cannot have more of these than it has
 * clicks, so the comparison ends where no further link can be among the best. Null if it has too much to read.
 * @param ranked the links, most clicked first
 */
async function compareFiltered(
  sql: SqlStorage,
  range: DayRange,
  filters: Filters,
  ranked: readonly Ranked[],
  count: number,
): Promise<Clicked[] | null> {
  let best: Clicked[] = [];
  let room = MAX_CHARACTERS;
  for (let [place, end] = [0, 0]; place < ranked.length; place = end) {
    const last = best[count - 1];
    if (last !== undefined && byClicks(last, ranked[place] as Ranked) < 0) break;
    for (let days = 0; end < ranked.length && days < COMPARED_AT_ONCE; end++) days += (ranked[end] as Ranked).days;
    const ids = ranked.slice(place, end).map(({ link }) => link);
    const sums = new Map<string, number>();
    let from: DayStart | null = { place: 0, day: range.start };
    while (from !== null) {
      const piece = readPiece(sql, ids, 'profiles', range, from);
      for (const { place: of, stored } of piece.days) {
        const link = ids[of] as string;
        const clicks = countMatchingClicks(stored, filters);
        if (clicks > 0) sums.set(link, (sums.get(link) ?? 0) + clicks);
      }
      room -= piece.characters;
      if (room < 0) return null;
      from = piece.next;
      await pause();
    }
    best = [...best, ...Array.from(sums, ([link, clicks]) => ({ link, clicks }))].sort(byClicks).slice(0, count);
  }
  return best;
}

/** Returns links with their codes, in their order. */
const nameLinks = (sql: SqlStorage, links: readonly Clicked[]): TopLink[] =>
  sql
    .exec<TopLink>(
      'SELECT link AS linkId, code, value ->> 1 AS clicks FROM json_each(?) CROSS JOIN totals ON link = value ->> 0',
      JSON.stringify(links.map(({ link, clicks }) => [link, clicks])),
    )
    .toArray();
