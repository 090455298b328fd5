/** Makes the response of a statistics endpoint, in the media type that Accept prefers. */
import type { TypedResponse } from 'hono';
import { accepts } from 'hono/accepts';
import type { AppContext } from '#api/http/context';
import { csvOf } from './statistics-csv';
import type { AccountStatistics, LinkStatistics } from './statistics-record';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';

/** Returns the media type besides JSON, with an example of it, and the header, for the declarations of these responses. */
export const statisticsForms = (example: LinkStatistics | AccountStatistics) =>
  ({ types: [CSV_TYPE], headers: ['Vary'], texts: { [CSV_TYPE]: csvOf(example).replaceAll('\r', '') } }) as const;

/** Returns JSON, or CSV if Accept prefers it (RFC 9110, section 12.5.1). No cache may store it. */
export const statisticsResponse = <Statistics extends LinkStatistics | AccountStatistics>(
  c: AppContext,
  statistics: Statistics,
) => inAcceptedType(c, statistics) as Response & TypedResponse<Statistics, 200, string>;

function inAcceptedType(c: AppContext, statistics: LinkStatistics | AccountStatistics): Response {
  const type = accepts(c, { header: 'Accept', supports: [JSON_TYPE, CSV_TYPE], default: JSON_TYPE });
  const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' };
  if (type !== CSV_TYPE) return c.json(statistics, 200, headers);
  return c.body(csvOf(statistics), 200, { ...headers, 'Content-Type': `${CSV_TYPE}; charset=utf-8` });
}
