/** POST /admin/accounts/:id/resume: its keys and links work again (answers, section 13). */
import { accountRecord, setSuspended } from '../../accounts';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';

const handlers = createHandlers(async (c) =>
  c.json(accountRecord(await setSuspended(c.env, c.req.param('id') ?? '', false, c.get('now')))),
);

export const resumeAccount = endpoint({
  method: 'POST',
  path: '/admin/accounts/:id/resume',
  access: 'operator',
  summary: 'Resume an account',
  handlers,
});
