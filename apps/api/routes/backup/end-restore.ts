/** POST /admin/restore/end: ends a restore (specification 13.13). */
import * as z from 'zod';
import { endRestore } from '#api/backup/restore';
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';
import { BackupId } from './begin-restore';

export const endRestoreEndpoint = endpoint({
  method: 'POST',
  path: '/admin/restore/end',
  access: 'backup',
  tag: 'Operator',
  id: 'endRestore',
  summary: 'End a restore',
  description:
    'Ends a restore. The denylist is published, and deletions of accounts continue. Then [republish the links](#republish).\n\n> Before the last page it gives the restore up, and maintenance stays on.',
  body: { schema: z.object({ id: BackupId }), examples: { Backup: { id: '4b825dc6-42cb-4eb9-a060-e54bf8d69288' } } },
  responses: { 204: nothing('The restore has ended.') },
  refusals: ['RESTORE_REFUSED'],
  handle: async (c) => {
    await endRestore(c.env, c.req.valid('json').id, c.get('now'));
    return c.body(null, 204);
  },
});
