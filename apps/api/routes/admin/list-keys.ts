/** GET /admin/keys: all keys, a page at a time (answers, section 13). */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { keyRecord, listKeys as list } from '../../keys';
import { nextCursor, Page } from '../../page';
import { valid } from '../../validation';

const handlers = createHandlers(valid('query', Page), async (c) => {
  const page = c.req.valid('query');
  const keys = await list(c.env, page);
  return c.json({ keys: keys.map(keyRecord), nextCursor: nextCursor(keys, page) });
});

export const listKeys = endpoint({
  method: 'GET',
  path: '/admin/keys',
  access: 'operator',
  summary: 'List keys',
  handlers,
});
