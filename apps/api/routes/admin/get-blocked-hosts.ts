/** GET /admin/blocked-hosts: the hosts no link may lead to (answers, section 13). */
import { readBlockedHosts } from '../../blocked-hosts';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';

const handlers = createHandlers(async (c) => c.json({ hosts: await readBlockedHosts(c.env) }));

export const getBlockedHosts = endpoint({
  method: 'GET',
  path: '/admin/blocked-hosts',
  access: 'operator',
  summary: 'List blocked hosts',
  handlers,
});
