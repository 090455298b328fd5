/** GET /admin/backup: what a backup or a restore must know of the deployment first (specification 13.13). */
import * as z from 'zod';
import { backupState } from '#api/backup/restore';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

const State = z
  .strictObject({
    pepper: z.string().describe('The ID of the pepper. It doesn’t reveal the pepper.'),
    migrations: z.array(z.string()).describe('The migrations of the database.'),
    tables: z.string().describe('The digest of the text that made the tables. A backup of other tables is refused.'),
    isEmpty: z.boolean().describe('`true` if no link redirects. Only then can a backup be restored.'),
    restoring: z.string().nullable().describe('The ID of the backup that is being restored; `null` if there is none.'),
    idleSeconds: z
      .number()
      .nullable()
      .describe('Seconds since the last page of that restore; `null` if there is none.'),
  })
  .meta({ id: 'BackupState', description: 'What a backup or a restore must know of a deployment.' });

export const getBackupStateEndpoint = endpoint({
  method: 'GET',
  path: '/admin/backup',
  access: 'backup',
  tag: 'Operator',
  id: 'getBackupState',
  summary: 'Read the backup state',
  description: 'Returns what a backup or a restore needs to know about the deployment.',
  responses: {
    200: json('The state.', State, {
      Empty: {
        pepper: 'q83vEjRW',
        migrations: ['0001_swiftlet.sql'],
        tables: '9b3f0c1e5a7d2468ace013579bdf02468ace13579bdf02468ace13579bdf0246',
        isEmpty: true,
        restoring: null,
        idleSeconds: null,
      },
    }),
  },
  refusals: [],
  handle: async (c) => c.json(await backupState(c.env, c.get('config').peppers, c.get('now'))),
});
