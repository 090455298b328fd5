/** Tests where a restore may begin, how long it has been idle, and what its end changes. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MARKER, noteGoingOn } from '#api/platform/restore-marker';
import { fakeClock, NOON } from '#testkit/clock';
import { insertLinks } from '#testkit/many-links';
import { createWorld } from '#testkit/world';
import type { BackupState } from './restore';

const TOKEN = 'a-token-of-backups-with-forty-characters';
const world = createWorld({ BACKUP_TOKEN: TOKEN });
const turnTo = fakeClock();
const id = crypto.randomUUID();

const call = (method: string, path: string, body?: unknown) =>
  world.call(method, `/admin${path}`, {
    headers: {
      Authorization: `Bearer ${world.env.ADMIN_TOKEN}`,
      'X-Backup-Token': TOKEN,
      'Content-Type': 'application/json',
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const readState = async (): Promise<BackupState> => (await call('GET', '/backup')).json();
const page = { kind: 'rows', table: 'links', rows: [] };

/** Returns the idle time of the restore in seconds, as GET /admin/backup and GET /admin/metrics show it. */
async function idle(): Promise<(number | null)[]> {
  const text = new TextDecoder().decode(await (await world.admin('GET', '/metrics')).arrayBuffer());
  const [, seconds] = /^swiftlet_restore_idle_seconds (\S+)$/m.exec(text) ?? [];
  return [(await readState()).idleSeconds, seconds === undefined ? null : Number(seconds)];
}

const unmark = () => env.DB.prepare('DELETE FROM settings WHERE name = ?1').bind(MARKER).run();
beforeEach(async () => {
  turnTo(NOON);
  const marker = JSON.stringify({ id, at: NOON });
  await env.DB.prepare('INSERT OR REPLACE INTO settings VALUES (?1, ?2)').bind(MARKER, marker).run();
});
afterEach(unmark);

it('a restore may begin in a deployment with only tombstones, and not in one with a link that redirects', async () => {
  await unmark();
  const { accountId, key } = await world.newKey();
  await insertLinks(accountId, 1, () => 'a-tombstone');
  await env.DB.prepare("UPDATE links SET gone = 'DELETED'").run();
  const { pepper, migrations, tables, isEmpty } = await readState();
  expect(isEmpty).toBe(true);
  expect((await call('POST', '/restore', { id, pepper, migrations, tables })).status).toBe(204);
  expect(await readState()).toMatchObject({ restoring: id, idleSeconds: 0 });
  await env.DB.prepare("DELETE FROM settings WHERE name = 'maintenance'").run();
  await unmark();
  await insertLinks(accountId, 1, () => 'a-link');
  expect(await readState()).toMatchObject({ isEmpty: false });
  expect((await call('POST', '/restore', { id, pepper, migrations, tables })).status).toBe(409);
  await world.v2(key, 'DELETE', '/links/a-link');
});

it('the end of a restore begins the deletions of deleted accounts only, and changes none under way', async () => {
  const { accountId: deleted } = await world.newKey();
  await world.newKey();
  await env.DB.batch([
    env.DB.prepare('UPDATE accounts SET deleted_at = 5 WHERE id = ?1').bind(deleted),
    env.DB.prepare('INSERT INTO deletions (account_id, deleted_at, due_at) VALUES (?1, 3, 4)').bind(deleted),
  ]);
  await env.DB.prepare("INSERT INTO settings VALUES ('qr', 'false')").run();
  expect((await call('POST', '/restore/end', { id })).status).toBe(204);
  const { results } = await env.DB.prepare('SELECT account_id, due_at FROM deletions').all();
  expect(results).toEqual([{ account_id: deleted, due_at: 4 }]);
  expect((await env.DB.prepare('SELECT name FROM settings').all()).results).toEqual([{ name: 'qr' }]);
  await env.DB.batch(['DELETE FROM deletions', 'DELETE FROM settings'].map((sql) => env.DB.prepare(sql)));
});

describe('a restore that has begun', () => {
  it('has been idle since its last page, or since it was begun again', async () => {
    turnTo(NOON + 700_000);
    expect(await idle()).toEqual([700, 700]);
    const { pepper, migrations, tables } = await readState();
    expect((await call('POST', '/restore', { id, pepper, migrations, tables })).status).toBe(204);
    expect(await idle()).toEqual([0, 0]);
    turnTo(NOON + 760_000);
    expect(await idle()).toEqual([60, 60]);
    expect((await call('POST', '/restore/pages', { id, page })).status).toBe(204);
    expect(await idle()).toEqual([0, 0]);
    // The versions of restored links are raised by the time of the beginning, so that time must not change.
    const value = await env.DB.prepare('SELECT value FROM settings WHERE name = ?1')
      .bind(MARKER)
      .first<string>('value');
    expect(JSON.parse(value ?? '')).toEqual({ id, at: NOON, pageAt: NOON + 760_000 });
  });

  it('has no idle time once it has ended, and accepts no page then', async () => {
    await env.DB.prepare("INSERT INTO settings VALUES ('aliases', 'true')").run();
    expect((await call('POST', '/restore/end', { id })).status).toBe(204);
    expect(await idle()).toEqual([null, null]);
    await env.DB.prepare("DELETE FROM settings WHERE name = 'aliases'").run();
    expect((await call('POST', '/restore/pages', { id, page })).status).toBe(409);
  });

  it('stays idle until a page of its own backup is written, and no page revives it after it was given up', async () => {
    turnTo(NOON + 60_000);
    await noteGoingOn(env, crypto.randomUUID(), NOON + 60_000);
    expect(await readState()).toMatchObject({ restoring: id, idleSeconds: 60 });
    await unmark();
    await noteGoingOn(env, id, NOON + 60_000);
    expect(await readState()).toMatchObject({ restoring: null, idleSeconds: null });
  });
});
