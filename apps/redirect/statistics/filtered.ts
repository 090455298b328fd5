/**
 * Counts under filters, which the profiles of days answer (packages/domain/profiles.ts). A day of many visitors has some
 * hundred kilobytes, so each read has a limit, and other work of the process goes on meanwhile.
 */
import { type ComparedRange, type CountedDay, type CountedDays, sumDays } from '#domain/daily-counts';
import { countMatching, type Filters } from '#domain/profiles';
import { pause } from './arrivals';
import { PIECE_CHARACTERS } from './stored-days';

/** How many characters of profiles a read takes in all: some 50 ms. */
const MAX_CHARACTERS = 8_000_000;
/** How many rows one statement reads. No statement is left open during a pause, in which clicks may be rolled up. */
const ROWS_AT_ONCE = 16;

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
      if (unpaused < PIECE_CHARACTERS) continue;
      await pause();
      unpaused = 0;
    }
    if (rows.length < ROWS_AT_ONCE) return sumDays(days, range, from);
  }
}
