/** POST /admin/accounts: makes an account (answers, section 13). */
import * as z from 'zod';
import { accountRecord, createAccount as create } from '../../accounts';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { jsonBody } from '../../middleware/json-body';
import { valid } from '../../validation';
import { Name, PlanName } from './fields';

const Body = z.object({ name: Name, plan: PlanName.default('FREE') });

const handlers = createHandlers(jsonBody, valid('json', Body), async (c) => {
  const { name, plan } = c.req.valid('json');
  return c.json(accountRecord(await create(c.env, name, plan, c.get('now'))), 201);
});

export const createAccount = endpoint({
  method: 'POST',
  path: '/admin/accounts',
  access: 'operator',
  summary: 'Create an account',
  handlers,
});
