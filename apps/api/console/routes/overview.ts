/** GET /console: where the account stands this month. */
import { listKeysOf } from '../../keys';
import { logFault } from '../../log';
import { accountStatistics } from '../../statistics';
import { type ConsoleContext, createHandlers } from '../context';
import { withUse } from '../key-use';
import { countLinks } from '../link-count';
import { show } from '../page';
import { overviewPage } from '../pages/overview';
import { listPasskeys } from '../passkeys';

export const getOverview = createHandlers(async (c) => {
  const account = c.get('account');
  const [keys, links, clicks, passkeys] = await Promise.all([
    listKeysOf(c.env, account.id),
    countLinks(c.env, account.id),
    clicksOf(c, account.id),
    listPasskeys(c.env, account.id),
  ]);
  const active = await withUse(
    c.env,
    keys.filter(({ status }) => status === 'active'),
  );
  return show(c, overviewPage({ account, keys: active, links, clicks, hasPasskey: passkeys.length > 0 }));
});

/** All clicks of an account. An object that is away costs the page a number, not the page. */
async function clicksOf(c: ConsoleContext, accountId: string): Promise<number | null> {
  const asked = { shortBaseUrl: c.get('config').shortBaseUrl, now: c.get('now') };
  try {
    return (await accountStatistics(c.env, accountId, { query: null, limit: 0 }, asked)).clickCount;
  } catch (error) {
    logFault(error, { doing: 'read clicks', account: accountId });
    return null;
  }
}
