/** PATCH /admin/accounts/:id: a plan change holds from the next request of every key that follows it (answers, section 13). */
import * as z from 'zod';
import { accountRecord, changeAccount as change } from '../../accounts';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { jsonBody } from '../../middleware/json-body';
import { valid } from '../../validation';
import { Name, PlanName } from './fields';

const Body = z.object({
  name: Name.optional(),
  plan: PlanName.optional(),
  reservedOverride: z.boolean('reservedOverride must be true or false').optional(),
});

const handlers = createHandlers(jsonBody, valid('json', Body), async (c) =>
  c.json(accountRecord(await change(c.env, c.req.param('id') ?? '', c.req.valid('json')))),
);

export const changeAccount = endpoint({
  method: 'PATCH',
  path: '/admin/accounts/:id',
  access: 'operator',
  summary: 'Change an account',
  handlers,
});
