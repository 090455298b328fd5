/** GET /console: where the account stands this month. */
import { listKeysOf } from '../../keys';
import { createHandlers } from '../context';
import { withUse } from '../key-use';
import { countLinks } from '../link-count';
import { show } from '../page';
import { overviewPage } from '../pages/overview';
import { listPasskeys } from '../passkeys';

export const getOverview = createHandlers(async (c) => {
  const account = c.get('account');
  const [keys, links, passkeys] = await Promise.all([
    listKeysOf(c.env, account.id),
    countLinks(c.env, account.id),
    listPasskeys(c.env, account.id),
  ]);
  const active = await withUse(
    c.env,
    keys.filter(({ status }) => status === 'active'),
  );
  return show(c, overviewPage({ account, keys: active, links, hasPasskey: passkeys.length > 0 }));
});
