/** GET /console: what an account has, what its links were clicked, and what it does next. */
import { sql } from 'drizzle-orm';
import { withKeyUse } from '#api/accounts/key-use';
import { oneTrip } from '#api/database/one-trip';
import { keys, passkeys } from '#api/database/schema';
import { countOfLinks, linkCountOf } from '#api/links/link-count';
import { type DetailedLink, type DetailedRow, detailedLinkOf } from '#api/links/link-details';
import { byAge, byList } from '#api/links/link-list-order';
import { plainPage } from '#api/links/link-list-statement';
import { type ClicksOverview, clicksOverview } from '#api/statistics/recent-clicks';
import { logFault } from '#store/log-fault';
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
  const clicks = await clicksOf(c, account.id);
  const rows = await rowsOf(c, account.id, clicks);
  const active = await withKeyUse(c.env, rows.keys);
  const { shortBaseUrl } = c.get('config');
  return show(
    c,
    overviewPage({
      account,
      ...rows,
      keys: active,
      clicks,
      view: { shortBaseUrl, origin: new URL(c.req.url).origin, now: c.get('now') },
      forms: await formsOf(c),
    }),
  );
});

/** Reads everything that D1 has for the page in one round trip. */
async function rowsOf(c: ConsoleContext, accountId: string, clicks: ClicksOverview | null) {
  const listed = clicks?.top.map(({ linkId, code }) => ({ linkId, code })) ?? [];
  const [newest, top, count, active, passkey] = await oneTrip(c.env, [
    plainPage(byAge(accountId, {}, null), LINKS_SHOWN),
    plainPage(byList(listed), TOP_READ),
    countOfLinks(accountId),
    sql`SELECT ${keys.id}, ${keys.name} FROM ${keys} WHERE ${keys.accountId} = ${accountId} AND ${keys.status} = 'active'
      ORDER BY ${keys.createdAt} DESC`,
    sql`SELECT 1 FROM ${passkeys} WHERE ${passkeys.accountId} = ${accountId} LIMIT 1`,
  ]).others();
  const byId = new Map(linksOf(top).map((link) => [link.id, link]));
  const mostClicked = (clicks?.top ?? []).flatMap(({ linkId, ...of }) => {
    const link = byId.get(linkId);
    return link === undefined || link.gone === 'DELETED' ? [] : [{ link, ...of }];
  });
  return {
    newest: linksOf(newest),
    mostClicked: mostClicked.slice(0, LINKS_SHOWN),
    links: linkCountOf(count ?? []),
    keys: active as { readonly id: string; readonly name: string }[],
    hasPasskey: passkey?.length === 1,
  };
}

const linksOf = (rows: unknown[] | undefined): DetailedLink[] => ((rows ?? []) as DetailedRow[]).map(detailedLinkOf);

/** Returns the clicks of an account. Where the statistics do not respond, the fault is logged, and the result is null. */
async function clicksOf(c: ConsoleContext, accountId: string): Promise<ClicksOverview | null> {
  try {
    return await clicksOverview(c.env, accountId, TOP_READ, c.get('now'));
  } catch (error) {
    logFault(error, { doing: 'read clicks', account: accountId });
    return null;
  }
}
