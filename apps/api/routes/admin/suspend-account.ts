/** POST /admin/accounts/:id/suspend: suspends an account, and so its keys and links (specification 13.2). */
import { ACCOUNT_EXAMPLE, AccountRecord, accountRecord, setSuspended } from '#api/accounts/accounts';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { AccountId } from '../params';

export const suspendAccountEndpoint = endpoint({
  method: 'POST',
  path: '/admin/accounts/:id/suspend',
  access: 'operator',
  tag: 'Operator',
  id: 'suspendAccount',
  summary: 'Suspend an account',
  description:
    'Stops the keys and the links of an account, until you resume it.\n\n> Calls with its keys get 401 at once. Visits to its links get 410 `BLOCKED` within a minute.',
  params: { id: AccountId },
  responses: {
    200: json('The account is suspended.', AccountRecord, { Suspended: { ...ACCOUNT_EXAMPLE, suspended: true } }),
  },
  refusals: ['ACCOUNT_NOT_FOUND'],
  handle: async (c) => c.json(accountRecord(await setSuspended(c.env, c.req.param('id'), true, c.get('now')))),
});
