/** What is kept of each link's clicks, written as it is read: an account of any size passes through in parts. */
import { breakdownOf, nameOfDay } from '#domain/breakdown';
import { DIMENSIONS, decodeTally } from '#domain/tally';
import type { KeptLink, Place } from '#redirect/kept-links';
import { databaseFor } from '#store/database';
import type { Env } from '../env';
import { keptLinks, totalsOf } from '../statistics';

/** Many, because an invocation has only so many statements and calls, and a row is short. */
const CODES_PER_PAGE = 5_000;

/** A list of links that were ever visited: totals, and every day that is kept. */
export async function* linkStatistics(env: Env, accountId: string): AsyncGenerator<string> {
  yield '[';
  let open = '';
  let separator = '';
  for await (const { shortCode, link } of visited(env, accountId)) {
    // The days of a link may come in several parts.
    if (link.linkId !== open) {
      yield `${open === '' ? '' : ']},\n'}${headOf(shortCode, link)}`;
      open = link.linkId;
      separator = '';
    }
    for (const day of link.days) {
      yield separator + JSON.stringify(dayRecord(day));
      separator = ',';
    }
  }
  yield open === '' ? ']' : ']}]';
}

const headOf = (shortCode: string, link: KeptLink): string =>
  `${JSON.stringify({ shortCode, ...totalsOf(link) }).slice(0, -1)},"days":[`;

function dayRecord({ day, tally: stored }: KeptLink['days'][number]) {
  const tally = decodeTally(JSON.parse(stored));
  const { clicks, robots, scans, lastAt, quarters } = tally;
  return {
    day: nameOfDay(day),
    clickCount: clicks,
    botHits: robots,
    qrScans: scans,
    lastAccessed: lastAt === 0 ? null : new Date(lastAt).toISOString(),
    quarterHours: [...quarters].sort(([a], [b]) => a - b).map(([at, of]) => ({ value: nameOfQuarter(at), clicks: of })),
    ...breakdownOf({ sum: tally, quarters: [] }, { ...ALL, start: day, end: day }),
  };
}

const ALL = { groupBy: DIMENSIONS, timeZone: 'UTC', limit: Number.POSITIVE_INFINITY };

/** When a quarter of an hour of a UTC day begins: `13:45`. */
const nameOfQuarter = (quarter: number): string => new Date(quarter * 900_000).toISOString().slice(11, 16);

async function* visited(env: Env, accountId: string): AsyncGenerator<{ shortCode: string; link: KeptLink }> {
  for await (const codes of codesOf(env, accountId)) {
    let since: Place | null = null;
    do {
      const { links, next } = await keptLinks(env, accountId, [...codes.keys()], since);
      for (const link of links) yield { shortCode: codes.get(link.linkId) ?? '', link };
      since = next;
    } while (since !== null);
  }
}

type Row = { code: string; shortCode: string; id: string; created_at: number };

const PAGE_OF_CODES = `SELECT code, coalesce(alias, code) AS shortCode, id, created_at FROM links
  WHERE account_id = ?1 AND (created_at, code) > (?2, ?3) ORDER BY created_at, code LIMIT ${CODES_PER_PAGE}`;

/** The codes of an account's links by the links' ids, a page at a time. */
async function* codesOf(env: Env, accountId: string): AsyncGenerator<ReadonlyMap<string, string>> {
  let last: Pick<Row, 'created_at' | 'code'> | undefined = { created_at: 0, code: '' };
  while (last !== undefined) {
    const page: D1Result<Row> = await databaseFor(env, '')
      .prepare(PAGE_OF_CODES)
      .bind(accountId, last.created_at, last.code)
      .all<Row>();
    if (page.results.length > 0) yield new Map(page.results.map(({ id, shortCode }) => [id, shortCode]));
    last = page.results.length < CODES_PER_PAGE ? undefined : page.results.at(-1);
  }
}
