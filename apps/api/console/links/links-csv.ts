/** GET /console/links.csv: all links that the search and the filters of a list find, in its order. */
import { waitForExportPage } from '#api/accounts/account-windows';
import { writeCsvLines } from '#api/http/csv';
import type { DetailedLink } from '#api/links/link-details';
import type { ListPosition } from '#api/links/link-list-query';
import { managedLink } from '#api/links/link-record';
import { pageOfLinks } from '#api/statistics/sorted-links';
import { readRecentClicks } from '#api/statistics/statistics-object';
import { Refusal } from '#domain/refusal';
import { getDenylist } from '#store/denylist';
import type { ConsoleContext } from '../context';
import { handleExport, respondFile, streamText } from '../download';
import { readClicksUnlessDown } from '../statistics/statistics-view';
import { joinTags } from '../tags/tag-choice';
import { findNamed } from './exact-links';
import { checkQuery, makeListing } from './links-listing';
import { type LinksQuery, linksAddress, readPlace } from './links-query';

/** The links that are read at once. */
const EXPORTED_AT_ONCE = 100;

/** The columns, by the names of the fields of the API. */
const COLUMNS = [
  ...['shortUrl', 'shortCode', 'url', 'title', 'tags', 'status', 'expiredReason', 'clickCount', 'createdAt'],
  ...['expiresAt', 'maxClicks', 'hasPassword', 'externalId', 'notes'],
];

/** The address of the CSV of a list. */
export const csvAddress = (query: LinksQuery): string => linksAddress(query).replace('/links', '/links.csv');

export const getLinksCsv = handleExport((c) => {
  const { query } = readPlace(c.req.url);
  if (checkQuery(query) !== undefined) throw new Refusal('UNKNOWN_ROUTE');
  const { id: account } = c.get('account');
  const pages = readEveryLink(c, query);
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

/**
 * Reads all links of a list, a page at a time, for an export of which the first page is counted. Those that the search
 * names exactly come first.
 * @param query a valid query
 */
async function* readEveryLink(c: ConsoleContext, query: LinksQuery): AsyncGenerator<readonly DetailedLink[], void> {
  const listing = makeListing(c, query);
  const now = c.get('now');
  const context = { denylist: await getDenylist(c.env, now), now };
  const named = await findNamed(c, query, listing);
  yield named;
  for (let from: ListPosition | null = null; ; ) {
    const range = { limit: EXPORTED_AT_ONCE, from };
    const page: Awaited<ReturnType<typeof pageOfLinks>> = await pageOfLinks(c.env, listing, range, context);
    yield page.links.filter(({ code }) => named.every((one) => one.code !== code));
    if (page.next === null) return;
    from = page.next;
    await waitForExportPage(c.env, listing.owner.accountId, (ms) => scheduler.wait(ms));
  }
}
