/**
 * The statistics of each link in an export. The export reads and writes them in parts, because an account may have any
 * size.
 */
import type { Env } from '#api/platform/env';
import { exportPart, totalsOf } from '#api/statistics/statistics';
import { breakdownOf, nameOfDay } from '#domain/breakdown';
import { DIMENSIONS, decodeCounts } from '#domain/daily-counts';
import type { ExportPart, LinkPart, PartStart } from '#redirect/statistics-export';

/** A link, and its record in the file. */
type ExportedLink = { readonly id: string; readonly record: object };

/** Writes links as chunks of a JSON list. Each has its `statistics`; they are null for a link that nobody visited. */
export async function* withStatistics(
  env: Env,
  accountId: string,
  links: readonly ExportedLink[],
): AsyncGenerator<string> {
  const parts = statisticsParts(
    env,
    accountId,
    links.map(({ id }) => id),
  );
  // The parts have the order of the links. The days of one link may fill several parts.
  let part = await parts.next();
  for (const [index, { id, record }] of links.entries()) {
    yield `${index === 0 ? '' : ',\n'}${openObject(record)}"statistics":`;
    if (part.done || part.value.linkId !== id) {
      yield 'null}';
      continue;
    }
    yield `${openObject(totalsOf(part.value))}"days":[`;
    for (let separator = ''; !part.done && part.value.linkId === id; part = await parts.next())
      for (const day of part.value.days) {
        yield separator + JSON.stringify(dayRecord(day));
        separator = ',';
      }
    yield ']}}';
  }
}

/** The JSON of an object without its closing brace, so that further properties can follow. */
const openObject = (fields: object): string => `${JSON.stringify(fields).slice(0, -1)},`;

async function* statisticsParts(
  env: Env,
  accountId: string,
  linkIds: readonly string[],
): AsyncGenerator<LinkPart, undefined> {
  let since: PartStart | null = null;
  do {
    const { links, next }: ExportPart = await exportPart(env, accountId, linkIds, since);
    yield* links;
    since = next;
  } while (since !== null);
}

function dayRecord({ day, counts: stored }: LinkPart['days'][number]) {
  const counts = decodeCounts(JSON.parse(stored));
  const { clicks, robots, scans, lastAt, visitors, quarters } = counts;
  return {
    day: nameOfDay(day),
    clickCount: clicks,
    uniqueVisitors: visitors,
    botHits: robots,
    qrScans: scans,
    lastAccessed: lastAt === 0 ? null : new Date(lastAt).toISOString(),
    quarterHours: [...quarters].sort(([a], [b]) => a - b).map(([at, of]) => ({ value: nameOfQuarter(at), clicks: of })),
    ...breakdownOf({ sum: counts, quarters: [] }, { ...ALL, start: day, end: day }),
  };
}

const ALL = { groupBy: DIMENSIONS, timeZone: 'UTC', limit: Number.POSITIVE_INFINITY };

/** The time at which a quarter of an hour begins in UTC, such as `13:45`. */
const nameOfQuarter = (quarter: number): string => new Date(quarter * 900_000).toISOString().slice(11, 16);
