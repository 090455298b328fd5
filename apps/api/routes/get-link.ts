/** GET /v2/links/:shortCode: one link of the account, dead or alive (answers, section 12). */
import { currentDenylist } from '#store/denylist-copy';
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { managedLink } from '../managed-link';
import { ownLink } from '../own-link';

const handlers = createHandlers(async (c) => {
  const now = c.get('now');
  const [link, denylist] = await Promise.all([
    ownLink(c.env, c.get('key').accountId, c.req.param('shortCode') ?? ''),
    currentDenylist(c.env, now),
  ]);
  return c.json(managedLink(link, { shortBaseUrl: c.get('config').shortBaseUrl, denylist, now }));
});

export const getLink = endpoint({
  method: 'GET',
  path: '/v2/links/:shortCode',
  access: 'key',
  summary: 'Read a link',
  handlers,
});
