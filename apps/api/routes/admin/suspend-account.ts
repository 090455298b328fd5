/** POST /admin/accounts/:id/suspend: its keys answer 401, its links 410 BLOCKED (answers, section 13). */
import { accountRecord, setSuspended } from '../../accounts';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';

const handlers = createHandlers(async (c) =>
  c.json(accountRecord(await setSuspended(c.env, c.req.param('id') ?? '', true, c.get('now')))),
);

export const suspendAccount = endpoint({
  method: 'POST',
  path: '/admin/accounts/:id/suspend',
  access: 'operator',
  summary: 'Suspend an account',
  handlers,
});
