/** DELETE /v2/links/:shortCode: visits answer 410 from then on (answers, section 12). */
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { deleteLink as remove } from '../link-changes';

const handlers = createHandlers(async (c) => {
  await remove(c.env, c.get('key').accountId, c.req.param('shortCode') ?? '', c.get('now'));
  return c.body(null, 204);
});

export const deleteLink = endpoint({
  method: 'DELETE',
  path: '/v2/links/:shortCode',
  access: 'key',
  summary: 'Delete a link',
  handlers,
});
