/** POST /admin/accounts/:id/resume: resumes a suspended account (specification 13.2). */
import { ACCOUNT_EXAMPLE, AccountRecord, accountRecord, setSuspended } from '#api/accounts/accounts';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { AccountId } from '../params';

export const resumeAccountEndpoint = endpoint({
  method: 'POST',
  path: '/admin/accounts/:id/resume',
  access: 'operator',
  tag: 'Operator',
  id: 'resumeAccount',
  summary: 'Resume an account',
  description: 'Lets the keys and links of a suspended account work again.',
  params: { id: AccountId },
  responses: { 200: json('The account is resumed.', AccountRecord, { Resumed: ACCOUNT_EXAMPLE }) },
  refusals: ['ACCOUNT_NOT_FOUND'],
  handle: async (c) => c.json(accountRecord(await setSuspended(c.env, c.req.param('id'), false, c.get('now')))),
});
