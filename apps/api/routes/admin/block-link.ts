/** POST /admin/links/:shortCode/block: visits answer 410 BLOCKED (answers, section 13). */
import * as z from 'zod';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { blockLink as block } from '../../link-changes';
import { jsonBody } from '../../middleware/json-body';
import { valid } from '../../validation';
import { linkState } from './link-state';

const Body = z.object({
  reason: z
    .string('reason must be a string')
    .trim()
    .min(1, 'reason must be 1 to 500 characters')
    .max(500, 'reason must be 1 to 500 characters'),
});

const handlers = createHandlers(jsonBody, valid('json', Body), async (c) => {
  const { reason } = c.req.valid('json');
  return c.json(linkState(await block(c.env, c.req.param('shortCode') ?? '', reason, c.get('now'))));
});

export const blockLink = endpoint({
  method: 'POST',
  path: '/admin/links/:shortCode/block',
  access: 'operator',
  summary: 'Block a link',
  handlers,
});
