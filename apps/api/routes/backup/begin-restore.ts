/** POST /admin/restore: begins the restore of a backup into an empty deployment (specification 13.13). */
import * as z from 'zod';
import { beginRestore } from '#api/backup/restore';
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';

const ID_RULE = 'id must be a UUID';
export const BackupId = z.uuid(ID_RULE).describe('The ID of the backup, a UUID.');

const Body = z.object({
  id: BackupId,
  pepper: z
    .string('pepper must be the id of a pepper')
    .max(64, 'pepper must be the id of a pepper')
    .describe('The ID of the pepper in the backup.'),
  migrations: z
    .array(z.string('migrations must be names').max(200, 'migrations must be names'), 'migrations must be names')
    .max(1_000, 'migrations must be names')
    .describe('The migrations of the database in the backup.'),
  tables: z
    .string('tables must be a digest')
    .max(64, 'tables must be a digest')
    .describe('The digest of the text that made the tables in the backup.'),
  allowOtherPepper: z
    .boolean('allowOtherPepper must be true or false')
    .default(false)
    .describe('`true` also restores under another pepper. The passwords of links are lost then.'),
});

export const beginRestoreEndpoint = endpoint({
  method: 'POST',
  path: '/admin/restore',
  access: 'backup',
  tag: 'Operator',
  id: 'beginRestore',
  summary: 'Begin a restore',
  description:
    'Begins a restore into an empty deployment. It is refused if a link redirects here already.\n\n> The API is closed for maintenance until the settings of the backup are restored.\n\nYou can begin the same backup again.',
  body: {
    schema: Body,
    examples: {
      Backup: {
        id: '4b825dc6-42cb-4eb9-a060-e54bf8d69288',
        pepper: 'q83vEjRW',
        migrations: ['0001_swiftlet.sql'],
        tables: '9b3f0c1e5a7d2468ace013579bdf02468ace13579bdf02468ace13579bdf0246',
      },
    },
  },
  responses: { 204: nothing('The restore has begun.') },
  refusals: ['RESTORE_REFUSED'],
  handle: async (c) => {
    await beginRestore(c.env, c.req.valid('json'), c.get('config').peppers, c.get('now'));
    return c.body(null, 204);
  },
});
