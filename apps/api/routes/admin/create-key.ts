/** POST /admin/keys: makes a key, and an account for it where none is named (answers, section 13). */
import * as z from 'zod';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { createKey as create, keyRecord } from '../../keys';
import { jsonBody } from '../../middleware/json-body';
import { valid } from '../../validation';
import { Name, PlanName } from './fields';

const Body = z.object({
  name: Name,
  plan: PlanName.optional(),
  accountId: z.string('accountId must be a string').optional(),
});

const handlers = createHandlers(jsonBody, valid('json', Body), async (c) => {
  const { key, text } = await create(c.env, c.req.valid('json'), c.get('now'));
  return c.json({ ...keyRecord(key), key: text }, 201);
});

export const createKey = endpoint({
  method: 'POST',
  path: '/admin/keys',
  access: 'operator',
  summary: 'Create a key',
  handlers,
});
