/** GET /console: what an account has, how often its links were clicked, and what it does next. */
import { activeKeyNames, type NamedKey } from '#api/accounts/active-keys';
import { withKeyUse } from '#api/accounts/key-use';
import { linksOfRows, listedLinksOf, newestLinks } from '#api/links/few-links';
import { countOfLinks, linkCountOf } from '#api/links/link-count';
import { oneTrip } from '#api/platform/one-trip';
import { anyPasskey } from '#api/sign-in/any-passkey';
import { type ClicksOverview, clicksOverview } from '#api/statistics/recent-clicks';
import { clicksUnlessDown } from '../clicks-unless-down';
import { type ConsoleContext, createHandlers } from '../context';
import { formsOf } from '../forms/forms-of';
import { show } from '../page';
import { overviewPage } from '../pages/overview';

/** How many of the newest and of the most clicked links are shown. */
const LINKS_SHOWN = 5;
/** More than are shown, because some may be deleted. */
const TOP_READ = 2 * LINKS_SHOWN;

export const getOverview = createHandlers(async (c) => {
  const account = c.get('account');
  const clicks = await clicksUnlessDown(c, clicksOverview(c.env, account.id, TOP_READ, c.get('now')));
  const rows = await rowsOf(c, account.id, clicks);
  const keys = await withKeyUse(c.env, rows.keys);
  const { shortBaseUrl } = c.get('config');
  const view = { shortBaseUrl, now: c.get('now') };
  return show(c, overviewPage({ account, ...rows, keys, clicks, view, forms: await formsOf(c) }));
});

/** Reads everything that D1 has for the page in one round trip. */
async function rowsOf(c: ConsoleContext, accountId: string, clicks: ClicksOverview | null) {
  const top = clicks?.top ?? [];
  const [newest = [], listed = [], count = [], keys = [], passkeys = []] = await oneTrip(c.env.DB, [
    newestLinks(accountId, LINKS_SHOWN),
    listedLinksOf(top.map(({ linkId, code }) => ({ linkId, code }))),
    countOfLinks(accountId),
    activeKeyNames(accountId),
    anyPasskey(accountId),
  ]).others();
  const byId = new Map(linksOfRows(listed).map((link) => [link.id, link]));
  const mostClicked = top.flatMap(({ linkId, clicks: clickCount, days }) => {
    const link = byId.get(linkId);
    return link === undefined || link.gone === 'DELETED' ? [] : [{ link, clicks: clickCount, days }];
  });
  return {
    newest: linksOfRows(newest),
    mostClicked: mostClicked.slice(0, LINKS_SHOWN),
    links: linkCountOf(count),
    keys: keys as NamedKey[],
    hasPasskey: passkeys.length === 1,
  };
}
