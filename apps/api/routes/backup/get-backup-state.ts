/** GET /admin/backup: what a backup or a restore must know of the deployment first (specification 13.13). */
import * as z from 'zod';
import { backupState } from '#api/backup/restore';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

const State = z
  .strictObject({
    pepper: z.string().describe('The id of the pepper. Nobody can find the pepper by it.'),
    migrations: z.array(z.string()).describe('The migrations that the database has.'),
    isEmpty: z.boolean().describe('Whether no link redirects. A backup can be restored only then.'),
    restoring: z.string().nullable().describe('The id of the backup whose restore has begun, or `null`.'),
    idleSeconds: z.number().nullable().describe('How long no page of that restore has come, or `null`.'),
  })
  .meta({ id: 'BackupState', description: 'What a backup or a restore must know of a deployment.' });

export const getBackupStateEndpoint = endpoint({
  method: 'GET',
  path: '/admin/backup',
  access: 'backup',
  tag: 'Operator',
  id: 'getBackupState',
  summary: 'Read what a backup must know',
  description: 'The pepper’s id and the migrations of the deployment, and whether a backup can be restored into it.',
  responses: {
    200: json('The state.', State, {
      empty: {
        pepper: 'q83vEjRW',
        migrations: ['0001_accounts_keys_links.sql'],
        isEmpty: true,
        restoring: null,
        idleSeconds: null,
      },
    }),
  },
  refusals: [],
  handle: async (c) => c.json(await backupState(c.env, c.get('config').peppers, c.get('now'))),
});
