/** GET /admin/keys: a page of all keys (specification 13.3). */
import * as z from 'zod';
import { KEY_EXAMPLE, KeyRecord, keyRecord } from '#api/accounts/key-record';
import { listKeys } from '#api/accounts/keys';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, Pagination } from '#api/http/pagination';
import { json } from '#api/http/response';

const Keys = z.strictObject({ keys: z.array(KeyRecord), nextCursor: NextCursor });

export const listKeysEndpoint = endpoint({
  method: 'GET',
  path: '/admin/keys',
  access: 'operator',
  tag: 'Operator',
  id: 'listKeys',
  summary: 'List keys',
  description:
    'All keys in the order of their ids, including revoked keys. The list does not contain the texts, because the service does not store them.',
  query: Pagination,
  responses: { 200: json('A page of keys.', Keys, { last: { keys: [KEY_EXAMPLE], nextCursor: null } }) },
  refusals: [],
  handle: async (c) => {
    const { rows, nextCursor } = await listKeys(c.env, c.req.valid('query'));
    return c.json({ keys: rows.map((key) => keyRecord(key, c.get('now'))), nextCursor });
  },
});
