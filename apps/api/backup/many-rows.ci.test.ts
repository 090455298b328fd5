/** Tests a backup of more rows and objects than fit a page, and what a restore makes of its rows. */
import { env } from 'cloudflare:workers';
import { beforeAll, describe, expect, it } from 'vitest';
import { MARKER } from '#api/platform/restore-marker';
import { insertLinks } from '#testkit/many-links';
import { createWorld } from '#testkit/world';
import type { BackupPage } from './pages';
import type { BackupRow } from './tables';

const TOKEN = 'a-token-of-backups-with-forty-characters';
const world = createWorld({ BACKUP_TOKEN: TOKEN });
const id = crypto.randomUUID();
const DELETED = 'deleted-account';

const call = (path: string, body: unknown) =>
  world.call('POST', `/admin${path}`, {
    headers: {
      Authorization: `Bearer ${world.env.ADMIN_TOKEN}`,
      'X-Backup-Token': TOKEN,
      'Content-Type': 'application/json',
    },
    body: JSON.stringify(body),
  });

async function pages(): Promise<BackupPage[]> {
  const all: BackupPage[] = [];
  let cursor: string | null = null;
  do {
    const response = await call('/backup/pages', { cursor });
    expect(response.status).toBe(200);
    const read: { page: BackupPage; nextCursor: string | null } = await response.json();
    all.push(read.page);
    cursor = read.nextCursor;
  } while (cursor !== null);
  return all;
}

const rowsIn = (all: readonly BackupPage[], table: string): BackupRow[] =>
  all.flatMap((page) => (page.kind === 'rows' && page.table === table ? page.rows : []));
const objectsIn = (all: readonly BackupPage[], of: string): string[] =>
  all
    .flatMap((page) => (page.kind === 'objects' ? page.objects.filter((one) => one.class === of) : []))
    .map(({ name }) => name);

const begun = () =>
  env.DB.prepare('INSERT OR REPLACE INTO settings VALUES (?1, ?2)')
    .bind(MARKER, JSON.stringify({ id, at: Date.UTC(2026, 10, 22) }))
    .run();
const write = async (table: string, rows: readonly unknown[]) =>
  expect((await call('/restore/pages', { id, page: { kind: 'rows', table, rows } })).status).toBe(204);
const readRow = (code: string) => env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(code).first<BackupRow>();

describe('a backup of many rows', () => {
  let all: BackupPage[];
  let accountId: string;
  beforeAll(async () => {
    ({ accountId } = await world.newKey('PRO'));
    await insertLinks(accountId, 1_001, (n) => `a-many-${String(n).padStart(4, '0')}`);
    await insertLinks(accountId, 300, (n) => `z-long-${String(n).padStart(4, '0')}`, {
      url: `https://example.com/${'a'.repeat(2_000)}`,
    });
    await env.DB.batch([
      env.DB.prepare("UPDATE links SET max_clicks = 5 WHERE code LIKE 'z-long-00%'"),
      env.DB.prepare(
        `INSERT INTO keys (last_four, made_by, id, account_id, name, digest, created_at)
          SELECT 'abcd', 'operator', 'key-' || value, ?1, 'a', 'x' || value, 1 FROM json_each(?2)`,
      ).bind(accountId, JSON.stringify(Array.from({ length: 120 }, (_, n) => n))),
      env.DB.prepare(
        `INSERT INTO accounts (id, name, plan, created_at)
          SELECT 'account-' || value, 'a', 'FREE', 1 FROM json_each(?1)`,
      ).bind(JSON.stringify(Array.from({ length: 60 }, (_, n) => n))),
      env.DB.prepare(
        "INSERT INTO accounts (id, name, plan, created_at, deleted_at) VALUES (?1, 'a', 'FREE', 1, 1)",
      ).bind(DELETED),
    ]);
    await begun();
    all = await pages();
    await env.DB.prepare('DELETE FROM settings').run();
  });

  it('has each row exactly once, and not the marker of a restore', () => {
    const codes = rowsIn(all, 'links').map(({ code }) => code);
    expect([codes.length, new Set(codes).size]).toEqual([1_301, 1_301]);
    expect(rowsIn(all, 'keys')).toHaveLength(121);
    expect(rowsIn(all, 'accounts').map((row) => row.id)).toContain(DELETED);
    expect(rowsIn(all, 'settings')).toEqual([]);
  });

  it('has each object exactly once, and none of a deleted account or of a link without a limit', () => {
    const counters = objectsIn(all, 'ClickCounter');
    expect(counters.sort()).toEqual(Array.from({ length: 100 }, (_, n) => `z-long-${String(n).padStart(4, '0')}`));
    const meters = objectsIn(all, 'KeyMeter');
    expect([meters.length, new Set(meters).size]).toEqual([121 + 62, 121 + 62]);
    const statistics = objectsIn(all, 'Statistics');
    expect([statistics.length, new Set(statistics).size]).toEqual([62, 62]);
    expect([...meters, ...statistics].filter((name) => name.includes(DELETED))).toEqual([]);
  });

  it('has at most five hundred rows or objects in a page', () => {
    for (const page of all)
      expect(page.kind === 'rows' ? page.rows.length : page.objects.length).toBeLessThanOrEqual(500);
  });
});

describe('the rows of a restore', () => {
  it('are quiet: nothing is dirty, and no put is under way', async () => {
    const { accountId } = await world.newKey('PRO');
    const [code = ''] = await insertLinks(accountId, 1, () => 'dirty-one');
    const row = { ...(await readRow(code)), dirty: 1, put_at: 7, quiet_at: 8 };
    await begun();
    await write('links', [row]);
    expect(await readRow(code)).toMatchObject({ dirty: 0, put_at: 0, quiet_at: 0 });
    const key = await env.DB.prepare('SELECT * FROM keys LIMIT 1').first<BackupRow>();
    await write('keys', [{ ...key, version: 9, pushed_version: 3 }]);
    const versions = env.DB.prepare('SELECT version, pushed_version FROM keys WHERE id = ?1').bind(key?.id);
    expect(await versions.first()).toEqual({ version: 9, pushed_version: 9 });
  });

  it('replace a tombstone of the deployment, such as that of its smoke test', async () => {
    const { accountId } = await world.newKey('PRO');
    const [code = ''] = await insertLinks(accountId, 1, () => 'gone-here');
    const row = { ...(await readRow(code)), id: 'of-the-backup', url: 'https://example.com/backup' };
    await env.DB.prepare("UPDATE links SET gone = 'DELETED' WHERE code = ?1").bind(code).run();
    await begun();
    await write('links', [row]);
    expect(await readRow(code)).toMatchObject({ id: 'of-the-backup', url: 'https://example.com/backup', gone: null });
  });

  it('of settings replace all settings except the marker of the restore, so maintenance ends', async () => {
    await begun();
    await env.DB.prepare("INSERT OR REPLACE INTO settings VALUES ('maintenance', 'true')").run();
    await write('settings', [{ name: 'qr', value: 'false' }]);
    const { results } = await env.DB.prepare('SELECT name FROM settings ORDER BY name').all();
    expect(results).toEqual([{ name: 'qr' }, { name: MARKER }]);
    await env.DB.prepare('DELETE FROM settings').run();
  });
});
