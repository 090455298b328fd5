/** Reads stored days of links in pieces, between which other work of the process goes on. */
import type { DayRange } from '#domain/daily-counts';

/** A link, by its place in a list, and a day (since 1970) of it: where a piece begins. */
export type DayStart = { readonly place: number; readonly day: number };

/** `stored` is what was selected of the day. `next` is where the next piece begins, null after the last. */
export type Piece = {
  readonly days: readonly { readonly place: number; readonly day: number; readonly stored: string }[];
  readonly characters: number;
  readonly next: DayStart | null;
};

/** A piece ends with the day that brings it to this many characters, which take some 4 ms. */
export const PIECE_CHARACTERS = 500_000;
/** How many links one piece asks for. */
const PIECE_LINKS = 5_000;

/**
 * SQL expression: the counts of a day, which outside a range are only its quarters of an hour (daily-counts.ts, format
 * 1). A comparison needs no more, and a day may have thousands of other counts.
 */
export const selectCountsBeside = ({ start, end }: DayRange): string =>
  `CASE WHEN day BETWEEN ${start} AND ${end} THEN counts ELSE json_array(1, 0, 0, 0, 0, 0, counts -> 6) END`;

/**
 * Reads a piece of the days of links, link by link. A day of which nothing is stored is left out.
 * @param linkIds the same list for every piece
 * @param selected a column of the days, or an expression
 */
export function readPiece(
  sql: SqlStorage,
  linkIds: readonly string[],
  selected: string,
  { start, end }: DayRange,
  from: DayStart,
): Piece {
  const days: Piece['days'][number][] = [];
  let characters = 0;
  const asked = linkIds.slice(from.place, from.place + PIECE_LINKS);
  for (const day of sql.exec<Piece['days'][number]>(
    `SELECT key + ?1 AS place, day, ${selected} AS stored FROM json_each(?2) CROSS JOIN days ON link = value
      WHERE day BETWEEN ?3 AND ?4 AND (key > 0 OR day >= ?5) AND stored IS NOT NULL`,
    ...[from.place, JSON.stringify(asked), start, end, from.day],
  )) {
    if (characters >= PIECE_CHARACTERS) return { days, characters, next: { place: day.place, day: day.day } };
    days.push(day);
    characters += day.stored.length;
  }
  const place = from.place + PIECE_LINKS;
  return { days, characters, next: place < linkIds.length ? { place, day: start } : null };
}
