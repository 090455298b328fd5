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
    .describe('Whether the account may use reserved aliases.'),
});

export const changeAccountEndpoint = endpoint({
  method: 'PATCH',
  path: '/admin/accounts/:id',
  access: 'operator',
  tag: 'Operator',
  id: 'changeAccount',
  summary: 'Change an account',
  description:
    'An omitted field does not change. A new plan holds from the next request on, for every key without a plan of its own. A higher plan ends a monthly 429 at once.',
  params: { id: AccountId },
  body: { schema: Body, examples: { upgrade: { plan: 'PRO' } } },
  responses: {
    200: json('The changed account.', AccountRecord, { upgraded: { ...ACCOUNT_EXAMPLE, plan: 'PRO' } }),
  },
  refusals: ['ACCOUNT_NOT_FOUND'],
  handle: async (c) => c.json(accountRecord(await changeAccount(c.env, c.req.param('id'), c.req.valid('json')))),
});
