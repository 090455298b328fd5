/**
 * Adds counts to the rows of links and days. A statement changes many rows, in the order of their keys, so that each
 * page of the database is visited once (docs/adr/0068).
 */
import { addCounts, type DailyCounts, decodeCounts, emptyCounts, encodeCounts } from '#domain/daily-counts';
import { addHashes, distinctIn, EMPTY_SKETCH, type Sketch } from '#domain/distinct';
import { type CountsByLink, dayIn, type LinkCounts } from './link-counts';

/** How many rows one statement changes at most. */
const ROWS = 100;
/** A statement changes no further row once it has so many characters or hashes: a parameter has two million bytes. */
const CHARACTERS = 100_000;
const HASHES = 100_000;

/** What a link has after a roll-up. `isFirst`: it had no clicks and no robots before. */
export type Added = { readonly linkId: string; readonly clicks: number; readonly isFirst: boolean };

/** @param visitorsDay the day on which the visitors were hashed, days since 1970 */
export function addToRows(sql: SqlStorage, counts: CountsByLink, visitorsDay: number): Added[] {
  const links = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const visitors = addVisitors(sql, links);
  // The clicks may be of another day, because a late batch keeps the times of its clicks.
  for (const [linkId, { days }] of links) {
    const newVisitors = visitors.get(linkId) ?? 0;
    if (newVisitors > 0) dayIn(days, visitorsDay).visitors = newVisitors;
  }
  addDays(
    sql,
    links.flatMap(([linkId, { days }]) => [...days].map(([day, one]) => ({ linkId, day, counts: one }))),
  );
  return portionsOf(links).flatMap((portion) => addTotals(sql, portion, visitors));
}

type Links = readonly (readonly [linkId: string, LinkCounts])[];

/** Adds visitors to the sketches of links of the present day. @returns the number of new visitors by link */
function addVisitors(sql: SqlStorage, all: Links): Map<string, number> {
  const added = new Map<string, number>();
  const links = all.filter(([, { hashes }]) => hashes.size > 0);
  for (let from = 0; from < links.length; from = added.size) {
    const changed: (readonly [linkId: string, sketch: Sketch])[] = [];
    let room = HASHES;
    const ids = JSON.stringify(links.slice(from, from + ROWS).map(([linkId]) => linkId));
    for (const { sketch } of sql.exec<{ sketch: ArrayBuffer | null }>(
      'SELECT sketch FROM json_each(?) LEFT JOIN visitors ON link = value',
      ids,
    )) {
      const [linkId, { hashes }] = links[added.size] as Links[number];
      const before = sketch === null ? EMPTY_SKETCH : new Float64Array(sketch);
      const after = addHashes(before, hashes);
      added.set(linkId, distinctIn(after) - distinctIn(before));
      if (after !== before) changed.push([linkId, after]);
      room -= after.length;
      if (room <= 0) break;
    }
    writeSketches(sql, changed);
  }
  return added;
}

/** Writes sketches. Their bytes are one parameter, of which each row gets its part. */
function writeSketches(sql: SqlStorage, sketches: readonly (readonly [linkId: string, sketch: Sketch])[]): void {
  const hashes = new Float64Array(sketches.reduce((sum, [, sketch]) => sum + sketch.length, 0));
  let end = 0;
  const rows = sketches.map(([linkId, sketch]) => {
    const start = end;
    hashes.set(sketch, start);
    end += sketch.length;
    return [linkId, start * hashes.BYTES_PER_ELEMENT + 1, sketch.byteLength];
  });
  sql.exec(
    `REPLACE INTO visitors SELECT value ->> 0, substr(?2, value ->> 1, value ->> 2) FROM json_each(?1)`,
    JSON.stringify(rows),
    hashes.buffer,
  );
}

type Day = { readonly linkId: string; readonly day: number; readonly counts: DailyCounts };

function addDays(sql: SqlStorage, days: readonly Day[]): void {
  for (let from = 0; from < days.length; ) {
    const sums: string[] = [];
    let room = CHARACTERS;
    const keys = JSON.stringify(days.slice(from, from + ROWS).map(({ linkId, day }) => [linkId, day]));
    for (const { tally } of sql.exec<{ tally: string | null }>(
      'SELECT tally FROM json_each(?) LEFT JOIN days ON link = value ->> 0 AND day = value ->> 1',
      keys,
    )) {
      const { linkId, day, counts } = days[from + sums.length] as Day;
      // The new counts are added to the stored ones, not the reverse, so that a value with a stored count keeps its
      // count.
      const sum = tally === null ? emptyCounts() : decodeCounts(JSON.parse(tally));
      addCounts(sum, counts);
      const row = JSON.stringify([linkId, day, encodeCounts(sum)]);
      sums.push(row);
      room -= row.length;
      if (room <= 0) break;
    }
    sql.exec(
      `INSERT INTO days SELECT value ->> 0, value ->> 1, value -> 2 FROM json_each(?) WHERE TRUE
        ON CONFLICT DO UPDATE SET tally = excluded.tally`,
      `[${sums.join(',')}]`,
    );
    from += sums.length;
  }
}

function addTotals(sql: SqlStorage, links: Links, visitors: ReadonlyMap<string, number>): Added[] {
  const added = new Map(links.map(([linkId, { days }]) => [linkId, totalOf([...days.values()])]));
  const sums = [...added].map(([linkId, { clicks, scans, robots, lastAt }]) => [
    linkId,
    ...[clicks, scans, robots, visitors.get(linkId) ?? 0, lastAt],
  ]);
  const rows = sql.exec<{ linkId: string; clicks: number; robots: number }>(
    `INSERT INTO totals SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5
      FROM json_each(?) WHERE TRUE
      ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks, scans = scans + excluded.scans,
        robots = robots + excluded.robots, visitors = visitors + excluded.visitors,
        last_at = max(last_at, excluded.last_at)
      RETURNING link AS linkId, clicks, robots`,
    JSON.stringify(sums),
  );
  return rows.toArray().map(({ linkId, clicks, robots }) => {
    const sum = added.get(linkId);
    return { linkId, clicks, isFirst: clicks === sum?.clicks && robots === sum.robots };
  });
}

/** The numbers of days in sum, without their groupings. */
const totalOf = (days: readonly DailyCounts[]): Pick<DailyCounts, 'clicks' | 'scans' | 'robots' | 'lastAt'> => ({
  clicks: days.reduce((sum, { clicks }) => sum + clicks, 0),
  scans: days.reduce((sum, { scans }) => sum + scans, 0),
  robots: days.reduce((sum, { robots }) => sum + robots, 0),
  lastAt: days.reduce((last, { lastAt }) => Math.max(last, lastAt), 0),
});

function portionsOf<Row>(rows: readonly Row[]): Row[][] {
  const count = Math.ceil(rows.length / ROWS);
  return Array.from({ length: count }, (_, n) => rows.slice(n * ROWS, (n + 1) * ROWS));
}
