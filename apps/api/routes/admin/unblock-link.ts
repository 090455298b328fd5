/** POST /admin/links/:shortCode/unblock: lifts the operator's block (answers, section 13). */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { unblockLink as unblock } from '../../link-changes';
import { linkState } from './link-state';

const handlers = createHandlers(async (c) =>
  c.json(linkState(await unblock(c.env, c.req.param('shortCode') ?? '', c.get('now')))),
);

export const unblockLink = endpoint({
  method: 'POST',
  path: '/admin/links/:shortCode/unblock',
  access: 'operator',
  summary: 'Unblock a link',
  handlers,
});
