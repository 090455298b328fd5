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
    'Lists all keys, including revoked ones, sorted by ID. The list has no secrets, because the service doesn’t store them.',
  query: Pagination,
  responses: { 200: json('A page of keys.', Keys, { 'The last page': { keys: [KEY_EXAMPLE], nextCursor: null } }) },
  refusals: [],
  handle: async (c) => {
    const { rows, nextCursor } = await listKeys(c.env, c.req.valid('query'));
    return c.json({ keys: rows.map((key) => keyRecord(key, c.get('now'))), nextCursor });
  },
});
