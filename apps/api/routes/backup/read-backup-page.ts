/** POST /admin/backup/pages: reads one page of a backup (specification 13.13). */
import * as z from 'zod';
import { BackupPageSchema } from '#api/backup/page-schema';
import { BACKUP_CURSOR_RULE, readBackupPage } from '#api/backup/pages';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

const Body = z.object({
  cursor: z
    .string(BACKUP_CURSOR_RULE)
    .max(8_192, BACKUP_CURSOR_RULE)
    .nullable()
    .default(null)
    .describe('The `nextCursor` of the previous page; `null` for the first page.'),
});

const Page = z.strictObject({
  page: BackupPageSchema,
  nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last page.'),
});

export const readBackupPageEndpoint = endpoint({
  method: 'POST',
  path: '/admin/backup/pages',
  access: 'backup',
  tag: 'Operator',
  id: 'readBackupPage',
  summary: 'Read a page of a backup',
  description:
    'Returns a page of a backup: first the rows of the database, then the states of the objects.\n\n- Repeat the call with `nextCursor` as `cursor` until it is `null`.\n- A page has at most 500 rows or 50 objects, and about 500 KB.',
  body: { schema: Body, isOptional: true, examples: { 'First page': { cursor: null } } },
  responses: {
    200: json('A page.', Page, {
      'First page': {
        page: { kind: 'rows', table: 'blocked_hosts', rows: [{ host: 'phishing.example' }] },
        nextCursor: 'k3JxQ0…',
      },
    }),
  },
  refusals: [],
  handle: async (c) => {
    const read = await readBackupPage(c.env, c.req.valid('json').cursor, c.get('config').peppers);
    return c.json(read as z.output<typeof Page>);
  },
});
