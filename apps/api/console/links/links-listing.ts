/** The list of GET /v2/links that a query of the console means. */
import type { LinkFilter, Listing } from '#api/links/link-list-filter';
import { LinkListQuery } from '#api/links/link-list-query';
import { wholeAccount } from '#api/links/link-owner';
import { formatDay, parseDay } from '#domain/breakdown';
import { parseLocal } from '#domain/local-time';
import type { ConsoleContext } from '../context';
import { readZone } from '../statistics/statistics-view';
import type { LinksQuery } from './links-query';
import { parseSearch } from './search-text';

/** The status of the console as filters of the list. The expired links of the API contain the deleted ones. */
const STATUS_FILTERS = {
  active: { status: 'active' },
  expired: { status: 'expired', isDeleted: false },
  deleted: { isDeleted: true },
  all: {},
} as const;
const readStatus = ({ status }: LinksQuery): Pick<LinkFilter, 'status' | 'isDeleted'> =>
  status === undefined ? { isDeleted: false } : STATUS_FILTERS[status];

/** The parameters of GET /v2/links, without the search and the status. The days are those of a zone. */
function listParameters({ tag, tags, host, createdFrom, createdTo, sort }: LinksQuery, timeZone: string) {
  return {
    sort,
    ...(tag.length > 0 && { tag, tags }),
    ...(host !== '' && { host }),
    ...(createdFrom !== '' && { createdFrom: new Date(startOfDay(createdFrom, timeZone)).toISOString() }),
    ...(createdTo !== '' && { createdTo: new Date(startOfDay(dayAfter(createdTo), timeZone) - 1).toISOString() }),
  };
}

const dayAfter = (day: string): string => formatDay((parseDay(day) ?? 0) + 1);

/** The first moment of a zone's day. Where clocks are put forward at midnight, it is one o'clock. */
const startOfDay = (day: string, timeZone: string): number =>
  parseLocal(`${day}T00:00`, timeZone) ?? parseLocal(`${day}T01:00`, timeZone) ?? Date.parse(day);

/** What is wrong with a query, in the words of the form; undefined for a valid one. */
export function checkQuery(query: LinksQuery): string | undefined {
  const issue = LinkListQuery.safeParse(listParameters(query, 'UTC')).error?.issues[0];
  if (issue?.path[0] === 'host') return 'Enter a host like example.com.';
  // The form can send no other parameters that do not go together.
  return issue?.path.length === 0 ? 'The first day must not be after the last one.' : issue?.message;
}

/** Returns the list of GET /v2/links that a valid query means. */
export function makeListing(c: ConsoleContext, query: LinksQuery): Listing {
  const parameters = listParameters(query, readZone(c) ?? 'UTC');
  const { sort, limit: _limit, cursor: _cursor, ...filter } = LinkListQuery.parse(parameters);
  const sought = parseSearch(query.search, c.get('config').shortBaseUrl);
  const narrowed = { ...filter, ...readStatus(query), ...sought, ...(query.isProtected && { isProtected: true }) };
  return { owner: wholeAccount(c.get('account').id), filter: narrowed, sort };
}
