/** DELETE /admin/keys/:id: revokes a key for good (answers, section 13). */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { revokeKey as revoke } from '../../keys';

const handlers = createHandlers(async (c) => {
  await revoke(c.env, c.req.param('id') ?? '');
  return c.body(null, 204);
});

export const revokeKey = endpoint({
  method: 'DELETE',
  path: '/admin/keys/:id',
  access: 'operator',
  summary: 'Revoke a key',
  handlers,
});
