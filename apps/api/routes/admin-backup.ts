/** The endpoints of backups and restores (specification 13.13). */
import { Hono } from 'hono';
import * as z from 'zod';
import { BACKUP_CURSOR_RULE, BackupPageSchema, readBackupPage } from '#api/backup/pages';
import { backupState, beginRestore, endRestore, writeBackupPage } from '#api/backup/restore';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { checkEncoding } from '#api/http/json-body';
import { file, json, nothing } from '#api/http/response';
import { backupOffered } from '#api/http/stages';
import { kvResult } from '#api/platform/kv-result';
import { IMPORTED_LIST_KEY, ImportedList } from '#api/threats/imported-list';
import { Refusal } from '#domain/refusal';

export const backupRoutes = new Hono<AppEnv>();
backupRoutes.use('/backup/*', backupOffered);
backupRoutes.use('/restore/*', backupOffered);

const BackupState = z
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

// GET /admin/backup: what a backup or a restore must know of the deployment first (specification 13.13).
backupRoutes.get(
  '/backup',
  ...endpoint({
    access: 'backup',
    tag: 'Operator',
    id: 'getBackupState',
    summary: 'Read the backup state',
    description: 'Returns what a backup or a restore needs to know about the deployment.',
    responses: {
      200: json('The state.', BackupState, {
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
  }),
);

const PageRequest = z.object({
  cursor: z
    .string(BACKUP_CURSOR_RULE)
    .max(8_192, BACKUP_CURSOR_RULE)
    .nullable()
    .default(null)
    .describe('The `nextCursor` of the previous page; `null` for the first page.'),
});

const ReadPage = z.strictObject({
  page: BackupPageSchema,
  nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last page.'),
});

// POST /admin/backup/pages: reads one page of a backup (specification 13.13).
backupRoutes.post(
  '/backup/pages',
  ...endpoint({
    access: 'backup',
    tag: 'Operator',
    id: 'readBackupPage',
    summary: 'Read a page of a backup',
    description:
      'Returns a page of a backup: first the rows of the database, then the states of the objects.\n\n- Repeat the call with `nextCursor` as `cursor` until it is `null`.\n- A page has at most 500 rows or 50 objects, and about 500 KB.',
    body: { schema: PageRequest, isOptional: true, examples: { 'First page': { cursor: null } } },
    responses: {
      200: json('A page.', ReadPage, {
        'First page': {
          page: { kind: 'rows', table: 'blocked_hosts', rows: [{ host: 'phishing.example' }] },
          nextCursor: 'k3JxQ0…',
        },
      }),
    },
    refusals: [],
    handle: async (c) => {
      const read = await readBackupPage(c.env, c.req.valid('json').cursor, c.get('config').peppers);
      return c.json(read as z.output<typeof ReadPage>);
    },
  }),
);

const ID_RULE = 'id must be a UUID';
const BackupId = z.uuid(ID_RULE).describe('The ID of the backup, a UUID.');

const Restore = z.object({
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

// POST /admin/restore: begins the restore of a backup into an empty deployment (specification 13.13).
backupRoutes.post(
  '/restore',
  ...endpoint({
    access: 'backup',
    tag: 'Operator',
    id: 'beginRestore',
    summary: 'Begin a restore',
    description:
      'Begins a restore into an empty deployment. It is refused if a link redirects here already.\n\n> The API is closed for maintenance until the settings of the backup are restored.\n\nYou can begin the same backup again.',
    body: {
      schema: Restore,
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
  }),
);

const WrittenPage = z.object({ id: BackupId, page: BackupPageSchema });

// POST /admin/restore/pages: writes one page of a backup (specification 13.13).
backupRoutes.post(
  '/restore/pages',
  ...endpoint({
    access: 'backup',
    tag: 'Operator',
    id: 'writeBackupPage',
    summary: 'Write a page of a backup',
    description:
      'Stores a page of a backup. Send the last page first, and the first page last. You can send a page again.',
    body: {
      schema: WrittenPage,
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
  }),
);

// POST /admin/restore/end: ends a restore (specification 13.13).
backupRoutes.post(
  '/restore/end',
  ...endpoint({
    access: 'backup',
    tag: 'Operator',
    id: 'endRestore',
    summary: 'End a restore',
    description:
      'Ends a restore. The denylist is published, and deletions of accounts continue. Then [republish the links](/docs/reference/operator-backup-and-restore/republish).\n\n> Before the last page it gives the restore up, and maintenance stays on.',
    body: { schema: z.object({ id: BackupId }), examples: { Backup: { id: '4b825dc6-42cb-4eb9-a060-e54bf8d69288' } } },
    responses: { 204: nothing('The restore has ended.') },
    refusals: ['RESTORE_REFUSED'],
    handle: async (c) => {
      await endRestore(c.env, c.req.valid('json').id, c.get('now'));
      return c.body(null, 204);
    },
  }),
);

/** The greatest number of bytes of a value in KV. */
const MAX_LIST_BYTES = 25 * 2 ** 20;
const LIST_TYPE = 'application/octet-stream';

// GET and PUT /admin/backup/threat-list: the imported threat list, which is only in KV (specification 13.13).
backupRoutes.get(
  '/backup/threat-list',
  ...endpoint({
    access: 'backup',
    tag: 'Operator',
    id: 'getThreatList',
    summary: 'Read the imported threat list',
    description: 'Returns the imported threat list in binary form. It is empty if no list was imported.',
    responses: { 200: file('The list.', [LIST_TYPE]) },
    refusals: [],
    handle: async (c) => {
      const list = await kvResult(c.env.ROUTES.get(IMPORTED_LIST_KEY, 'stream'));
      return new Response(list, { headers: { 'Content-Type': LIST_TYPE } });
    },
  }),
);

const NO_LIST = () => new Refusal('RESTORE_REFUSED', { detail: 'The body must be a threat list of a backup' });

/**
 * Reads a list from the body. @throws Refusal RESTORE_REFUSED for a body that is not a list, or is longer than a value
 * of KV
 */
async function readListBody(request: Request): Promise<ArrayBuffer> {
  if (Number(request.headers.get('Content-Length') ?? 0) > MAX_LIST_BYTES) throw NO_LIST();
  try {
    const bytes = await request.arrayBuffer();
    if (bytes.byteLength > MAX_LIST_BYTES) throw NO_LIST();
    new ImportedList(bytes);
    return bytes;
  } catch {
    throw NO_LIST();
  }
}

backupRoutes.put(
  '/backup/threat-list',
  ...endpoint({
    access: 'backup',
    tag: 'Operator',
    id: 'putThreatList',
    summary: 'Replace the imported threat list',
    upload: LIST_TYPE,
    description:
      'Replaces the list with one that you read with `GET`. At most 25 MiB. It takes effect within 5 minutes.',
    responses: { 204: nothing('The list is stored.') },
    refusals: ['CONTENT_ENCODING', 'RESTORE_REFUSED'],
    handle: async (c) => {
      checkEncoding(c);
      await kvResult(c.env.ROUTES.put(IMPORTED_LIST_KEY, await readListBody(c.req.raw)));
      return c.body(null, 204);
    },
  }),
);
