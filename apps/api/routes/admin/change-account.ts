/** PATCH /admin/accounts/:id: changes the name, the plan or the override of an account (specification 13.2). */
import * as z from 'zod';
import { ACCOUNT_EXAMPLE, AccountRecord, accountRecord, changeAccount } from '#api/accounts/accounts';
import { AccountName, PlanName } from '#api/accounts/fields';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { AccountId } from '../params';

const Body = z.object({
  name: AccountName.optional(),
  plan: PlanName.optional(),
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
    'A field that is left out stays. A new plan holds from the next request of every key that follows it, and lifts a monthly 429 at once.',
  params: { id: AccountId },
  body: { schema: Body, examples: { upgrade: { plan: 'PRO' } } },
  responses: {
    200: json('The account as it is now.', AccountRecord, { upgraded: { ...ACCOUNT_EXAMPLE, plan: 'PRO' } }),
  },
  refusals: ['ACCOUNT_NOT_FOUND'],
  handle: async (c) => c.json(accountRecord(await changeAccount(c.env, c.req.param('id'), c.req.valid('json')))),
});
