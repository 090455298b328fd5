/** POST /admin/accounts: creates an account (specification 13.2). */
import * as z from 'zod';
import { ACCOUNT_EXAMPLE, AccountRecord, accountRecord, createAccount } from '#api/accounts/accounts';
import { AccountName, PlanName } from '#api/accounts/fields';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

const Body = z.object({ name: AccountName, plan: PlanName.default('FREE').describe('The plan of the account.') });

export const createAccountEndpoint = endpoint({
  method: 'POST',
  path: '/admin/accounts',
  access: 'operator',
  tag: 'Operator',
  id: 'createAccount',
  summary: 'Create an account',
  description: 'Creates an account, which owns keys and links and has a plan. Several accounts may have the same name.',
  body: { schema: Body, examples: { Account: { name: 'Example Ltd', plan: 'HOBBY' } } },
  responses: { 201: json('The account.', AccountRecord, { Account: ACCOUNT_EXAMPLE }) },
  refusals: [],
  handle: async (c) => {
    const { name, plan } = c.req.valid('json');
    return c.json(accountRecord(await createAccount(c.env, name, plan, c.get('now'))), 201);
  },
});
