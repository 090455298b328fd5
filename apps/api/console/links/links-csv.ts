/** GET /console/links.csv: all links that the search and the filters of a list find, in its order. */
import { countInWindow } from '#api/accounts/account-windows';
import { writeCsvLines } from '#api/http/csv';
import type { DetailedLink } from '#api/links/link-details';
import { managedLink } from '#api/links/link-record';
import { readRecentClicks } from '#api/statistics/statistics-object';
import { Refusal } from '#domain/refusal';
import { getDenylist } from '#store/denylist';
import { type ConsoleContext, createHandlers } from '../context';
import { respondFile, streamText } from '../download';
import { showTooMany } from '../refused';
import { readClicksUnlessDown } from '../statistics/statistics-view';
import { joinTags } from '../tags/tag-choice';
import { type LinksQuery, linksAddress, readPlace } from './links-query';
import { checkQuery, readEveryLink } from './read-links-page';

/** The columns, by the names of the fields of the API. */
const COLUMNS = [
  ...['shortUrl', 'shortCode', 'url', 'title', 'tags', 'status', 'expiredReason', 'clickCount', 'createdAt'],
  ...['expiresAt', 'maxClicks', 'hasPassword', 'externalId', 'notes'],
];

/** The address of the CSV of a list. */
export const csvAddress = (query: LinksQuery): string => linksAddress(query).replace('/links', '/links.csv');

export const getLinksCsv = createHandlers(async (c) => {
  const { query } = readPlace(c.req.url);
  if (checkQuery(query) !== undefined) throw new Refusal('UNKNOWN_ROUTE');
  const { id: account } = c.get('account');
  const { isAdmitted, reading } = await countInWindow(c.env, 'export', account);
  if (!isAdmitted) return showTooMany(c, reading.windowEndsAt);
  const pages = readEveryLink(c, query, (ms) => scheduler.wait(ms));
  const day = new Date(c.get('now')).toISOString().slice(0, 10);
  return respondFile(c, streamText(writePages(c, pages), { doing: 'export links', account }), `links-${day}`, 'csv');
});

async function* writePages(
  c: ConsoleContext,
  pages: AsyncGenerator<readonly DetailedLink[]>,
): AsyncGenerator<string, void> {
  yield writeCsvLines([COLUMNS]);
  const { shortBaseUrl } = c.get('config');
  const now = c.get('now');
  for await (const links of pages) {
    if (links.length === 0) continue;
    const ids = links.map(({ id }) => id);
    const [clicks, denylist] = await Promise.all([
      readClicksUnlessDown(c, readRecentClicks(c.env, c.get('account').id, ids, now)),
      getDenylist(c.env, now),
    ]);
    const rows = links.map(
      (link): Record<string, unknown> => ({
        ...managedLink(link, { shortBaseUrl, denylist, now }),
        tags: joinTags(link.details.tags),
        // Empty where the statistics do not respond.
        clickCount: clicks === null ? null : (clicks.get(link.id)?.total ?? 0),
      }),
    );
    yield writeCsvLines(rows.map((row) => COLUMNS.map((name) => row[name])));
  }
}
