/** POST /admin/restore/pages: writes one page of a backup (specification 13.13). */
import * as z from 'zod';
import { BackupPageSchema } from '#api/backup/page-schema';
import { writeBackupPage } from '#api/backup/restore';
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';
import { BackupId } from './begin-restore';

const Body = z.object({ id: BackupId, page: BackupPageSchema });

export const writeBackupPageEndpoint = endpoint({
  method: 'POST',
  path: '/admin/restore/pages',
  access: 'backup',
  tag: 'Operator',
  id: 'writeBackupPage',
  summary: 'Write a page of a backup',
  description:
    'Stores a page of a backup. Send the last page first, and the first page last. You can send a page again.',
  body: {
    schema: Body,
    examples: {
      'Rows of a table': {
        id: '4b825dc6-42cb-4eb9-a060-e54bf8d69288',
        page: { kind: 'rows', table: 'blocked_hosts', rows: [{ host: 'phishing.example' }] },
      },
    },
  },
  responses: { 204: nothing('The page is stored.') },
  refusals: ['RESTORE_REFUSED'],
  handle: async (c) => {
    const { id, page } = c.req.valid('json');
    await writeBackupPage(c.env, id, page, c.get('now'));
    return c.body(null, 204);
  },
});
