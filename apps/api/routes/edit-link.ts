/** PATCH /v2/links/:shortCode: another destination, other options; an expired link may live again (answers, section 12). */
import { currentDenylist } from '#store/denylist-copy';
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { editLink as edit } from '../link-changes';
import { readLinkEdit } from '../link-edit';
import { managedLink } from '../managed-link';
import { jsonBody } from '../middleware/json-body';
import { termsFor } from '../terms';
import { vetDestination } from '../threats/vet';

const handlers = createHandlers(jsonBody, async (c) => {
  const now = c.get('now');
  const { shortBaseUrl } = c.get('config');
  const wanted = readLinkEdit(c.get('body'), termsFor(c, c.get('key')));
  const threat = wanted.url === undefined ? null : await vetDestination(c.env, wanted.url, now);
  const { accountId } = c.get('key');
  const link = await edit(c.env, accountId, c.req.param('shortCode') ?? '', { ...wanted, threat }, now);
  return c.json(managedLink(link, { shortBaseUrl, denylist: await currentDenylist(c.env, now), now }));
});

export const editLink = endpoint({
  method: 'PATCH',
  path: '/v2/links/:shortCode',
  access: 'key',
  summary: 'Edit a link',
  handlers,
});
