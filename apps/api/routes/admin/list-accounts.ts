/** GET /admin/accounts: all accounts, a page at a time (answers, section 13). */
import { accountRecord, listAccounts as list } from '../../accounts';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { nextCursor, Page } from '../../page';
import { valid } from '../../validation';

const handlers = createHandlers(valid('query', Page), async (c) => {
  const page = c.req.valid('query');
  const accounts = await list(c.env, page);
  return c.json({ accounts: accounts.map(accountRecord), nextCursor: nextCursor(accounts, page) });
});

export const listAccounts = endpoint({
  method: 'GET',
  path: '/admin/accounts',
  access: 'operator',
  summary: 'List accounts',
  handlers,
});
