/** POST /admin/keys/:id/rotate: a new text for the same key (answers, sections 1 and 13). */
import * as z from 'zod';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { keyRecord, rotateKey as rotate } from '../../keys';
import { optionalJsonBody } from '../../middleware/json-body';
import { refusalOf } from '../../validation';

const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 604_800;
const RULE = `graceSeconds must be a whole number from 0 to ${MAX_GRACE_SECONDS}`;

const Body = z.object({
  graceSeconds: z.number(RULE).int(RULE).min(0, RULE).max(MAX_GRACE_SECONDS, RULE).default(DEFAULT_GRACE_SECONDS),
});

const handlers = createHandlers(optionalJsonBody, async (c) => {
  const body = Body.safeParse(c.get('body'));
  if (!body.success) throw refusalOf(body.error);
  const { key, text } = await rotate(c.env, c.req.param('id') ?? '', body.data.graceSeconds, c.get('now'));
  return c.json({ ...keyRecord(key), key: text });
});

export const rotateKey = endpoint({
  method: 'POST',
  path: '/admin/keys/:id/rotate',
  access: 'operator',
  summary: 'Rotate a key',
  handlers,
});
