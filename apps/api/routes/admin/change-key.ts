/** PATCH /admin/keys/:id: name, plan, or switching off and on (answers, section 13). */
import * as z from 'zod';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { KEY_STATUSES } from '../../key-record';
import { changeKey as change, keyRecord } from '../../keys';
import { jsonBody } from '../../middleware/json-body';
import { valid } from '../../validation';
import { Name, PlanName } from './fields';

const Body = z.object({
  name: Name.optional(),
  plan: PlanName.nullable().optional(),
  status: z.enum(KEY_STATUSES, `status must be one of ${KEY_STATUSES.join(', ')}`).optional(),
});

const handlers = createHandlers(jsonBody, valid('json', Body), async (c) =>
  c.json(keyRecord(await change(c.env, c.req.param('id') ?? '', c.req.valid('json'), c.get('now')))),
);

export const changeKey = endpoint({
  method: 'PATCH',
  path: '/admin/keys/:id',
  access: 'operator',
  summary: 'Change a key',
  handlers,
});
