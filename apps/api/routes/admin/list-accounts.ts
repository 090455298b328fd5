/** GET /admin/accounts: a page of all accounts (specification 13.2). */
import * as z from 'zod';
import { ACCOUNT_EXAMPLE, AccountRecord, accountRecord, listAccounts } from '#api/accounts/accounts';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, Pagination } from '#api/http/pagination';
import { json } from '#api/http/response';

const Accounts = z.strictObject({ accounts: z.array(AccountRecord), nextCursor: NextCursor });

export const listAccountsEndpoint = endpoint({
  method: 'GET',
  path: '/admin/accounts',
  access: 'operator',
  tag: 'Operator',
  id: 'listAccounts',
  summary: 'List accounts',
  description:
    'Lists all accounts, sorted by ID. No account is skipped or listed twice while others are created or deleted.',
  query: Pagination,
  responses: {
    200: json('A page of accounts.', Accounts, { 'The last page': { accounts: [ACCOUNT_EXAMPLE], nextCursor: null } }),
  },
  refusals: [],
  handle: async (c) => {
    const { rows, nextCursor } = await listAccounts(c.env, c.req.valid('query'));
    return c.json({ accounts: rows.map(accountRecord), nextCursor });
  },
});
