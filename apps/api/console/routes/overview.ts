/** GET /console: the account's links, clicks, active keys and calls of the month. */
import { withKeyUse } from '#api/accounts/key-use';
import { listKeysOf } from '#api/accounts/keys';
import { countLinks } from '#api/links/link-count';
import { listPasskeys } from '#api/sign-in/passkeys';
import { accountStatistics } from '#api/statistics/statistics';
import { logFault } from '#store/log-fault';
import { type ConsoleContext, createHandlers } from '../context';
import { show } from '../page';
import { overviewPage } from '../pages/overview';

export const getOverview = createHandlers(async (c) => {
  const account = c.get('account');
  const [keys, links, clicks, passkeys] = await Promise.all([
    listKeysOf(c.env, account.id),
    countLinks(c.env, account.id),
    clicksOf(c, account.id),
    listPasskeys(c.env, account.id),
  ]);
  const active = await withKeyUse(
    c.env,
    keys.filter(({ status }) => status === 'active'),
  );
  return show(c, overviewPage({ account, keys: active, links, clicks, hasPasskey: passkeys.length > 0 }));
});

/**
 * Returns all clicks of an account. Where the statistics do not respond, the fault is logged, and the result is null.
 */
async function clicksOf(c: ConsoleContext, accountId: string): Promise<number | null> {
  const options = { shortBaseUrl: c.get('config').shortBaseUrl, now: c.get('now') };
  try {
    return (await accountStatistics(c.env, accountId, { query: null, limit: 0 }, options)).clickCount;
  } catch (error) {
    logFault(error, { doing: 'read clicks', account: accountId });
    return null;
  }
}
