/** PATCH /admin/accounts/:id: changes an account’s name, plan or right to reserved aliases (specification 13.2). */
import * as z from 'zod';
import { ACCOUNT_EXAMPLE, AccountRecord, accountRecord, changeAccount } from '#api/accounts/accounts';
import { AccountName, PlanName } from '#api/accounts/fields';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { AccountId } from '../params';

const Body = z.object({
  name: AccountName.optional(),
  plan: PlanName.optional().describe('The plan of the account.'),
  reservedOverride: z
    .boolean('reservedOverride must be true or false')
    .optional()
    .describe('`true` lets the account use reserved aliases.'),
});

export const changeAccountEndpoint = endpoint({
  method: 'PATCH',
  path: '/admin/accounts/:id',
  access: 'operator',
  tag: 'Operator',
  id: 'changeAccount',
  summary: 'Change an account',
  description:
    'Changes an account. Fields that you leave out don’t change.\n\n- A new plan applies from the next request on, to every key without a plan of its own.\n- A higher plan ends a monthly 429 at once.',
  params: { id: AccountId },
  body: { schema: Body, examples: { Upgrade: { plan: 'PRO' } } },
  responses: {
    200: json('The changed account.', AccountRecord, { Upgrade: { ...ACCOUNT_EXAMPLE, plan: 'PRO' } }),
  },
  refusals: ['ACCOUNT_NOT_FOUND'],
  handle: async (c) => c.json(accountRecord(await changeAccount(c.env, c.req.param('id'), c.req.valid('json')))),
});
