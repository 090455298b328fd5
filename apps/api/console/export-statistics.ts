/** What is kept of each link's clicks, written as it is read: an account of any size passes through in parts. */
import type { Env } from '#api/platform/env';
import { keptLinks, totalsOf } from '#api/statistics/statistics';
import { breakdownOf, nameOfDay } from '#domain/breakdown';
import { DIMENSIONS, decodeCounts } from '#domain/daily-counts';
import type { KeptLink, KeptLinks, Place } from '#redirect/kept-links';

/** A link as the file shows it. */
export type ExportedLink = { readonly id: string; readonly record: object };

/** Links with what is kept of the clicks of each, null for one that was never visited: pieces of a list in JSON. */
export async function* withStatistics(
  env: Env,
  accountId: string,
  links: readonly ExportedLink[],
): AsyncGenerator<string> {
  const parts = keptParts(
    env,
    accountId,
    links.map(({ id }) => id),
  );
  // Parts come in the order of the links, and the days of one link may come in several.
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

/** The JSON of an object that goes on. */
const openObject = (fields: object): string => `${JSON.stringify(fields).slice(0, -1)},`;

async function* keptParts(
  env: Env,
  accountId: string,
  linkIds: readonly string[],
): AsyncGenerator<KeptLink, undefined> {
  let since: Place | null = null;
  do {
    const { links, next }: KeptLinks = await keptLinks(env, accountId, linkIds, since);
    yield* links;
    since = next;
  } while (since !== null);
}

function dayRecord({ day, tally: stored }: KeptLink['days'][number]) {
  const counts = decodeCounts(JSON.parse(stored));
  const { clicks, robots, scans, lastAt, quarters } = counts;
  return {
    day: nameOfDay(day),
    clickCount: clicks,
    botHits: robots,
    qrScans: scans,
    lastAccessed: lastAt === 0 ? null : new Date(lastAt).toISOString(),
    quarterHours: [...quarters].sort(([a], [b]) => a - b).map(([at, of]) => ({ value: nameOfQuarter(at), clicks: of })),
    ...breakdownOf({ sum: counts, quarters: [] }, { ...ALL, start: day, end: day }),
  };
}

const ALL = { groupBy: DIMENSIONS, timeZone: 'UTC', limit: Number.POSITIVE_INFINITY };

/** When a quarter of an hour of a UTC day begins: `13:45`. */
const nameOfQuarter = (quarter: number): string => new Date(quarter * 900_000).toISOString().slice(11, 16);
