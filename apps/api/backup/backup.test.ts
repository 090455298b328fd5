/** Tests the endpoints of backups: who may call them, what they return, and what a restore refuses. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DENYLIST_KEY } from '#domain/denylist';
import { computePepperId } from '#secrets/pepper';
import { objectNamed } from '#store/objects';
import { paintLogo, toBase64 } from '#testkit/logo';
import { createWorld, freshAlias } from '#testkit/world';
import type { BackupPage } from './pages';
import type { BackupState } from './restore';
import type { BackupRow } from './tables';

const TOKEN = 'a-token-of-backups-with-forty-characters';
const plain = createWorld();
const world = createWorld({ BACKUP_TOKEN: TOKEN });
afterEach(() => void vi.restoreAllMocks());

/** Calls an endpoint of backups with both tokens. */
const call = (method: string, path: string, body?: unknown, more: Record<string, string> = {}, on = world) =>
  on.call(method, `/admin${path}`, {
    headers: {
      Authorization: `Bearer ${world.env.ADMIN_TOKEN}`,
      'X-Backup-Token': TOKEN,
      'Content-Type': 'application/json',
      ...more,
    },
    ...(body !== undefined && { body: body instanceof Uint8Array ? (body as BodyInit) : JSON.stringify(body) }),
  });

async function pages(): Promise<BackupPage[]> {
  const all: BackupPage[] = [];
  let cursor: string | null = null;
  do {
    const response = await call('POST', '/backup/pages', { cursor });
    expect(response.status).toBe(200);
    const read: { page: BackupPage; nextCursor: string | null } = await response.json();
    all.push(read.page);
    cursor = read.nextCursor;
  } while (cursor !== null);
  return all;
}

const ENDPOINTS = [
  ['GET', '/backup'],
  ['POST', '/backup/pages'],
  ['GET', '/backup/threat-list'],
  ['PUT', '/backup/threat-list'],
  ['POST', '/restore'],
  ['POST', '/restore/pages'],
  ['POST', '/restore/end'],
] as const;

describe.each(ENDPOINTS)('%s /admin%s', (method, path) => {
  it('is 404 without a BACKUP_TOKEN of the deployment', async () => {
    const body = method === 'GET' ? undefined : {};
    expect((await call(method, path, body, {}, plain)).status).toBe(404);
  });

  it.each([
    ['the second token', { 'X-Backup-Token': '' }],
    ['the right second token', { 'X-Backup-Token': `${TOKEN}x` }],
    ['the token of the operator', { Authorization: '' }],
    ['the right token of the operator', { Authorization: `Bearer ${TOKEN}` }],
  ])('is 401 without %s', async (_, headers) => {
    const body = method === 'GET' ? undefined : {};
    expect((await call(method, path, body, headers)).status).toBe(401);
  });
});

describe('a backup', () => {
  it('has the rows of D1 and the states of the objects, and neither a pepper nor a session', async () => {
    const { key, id, accountId } = await world.newKey('PRO');
    const [limited, other] = [freshAlias('kept'), freshAlias('kept')];
    await world.shorten(key, { url: 'https://example.com/kept', alias: limited, maxClicks: 3 });
    await world.shorten(key, { url: 'https://example.com/other', alias: other, password: 'open sesame' });
    await world.visit(limited);
    const all = await pages();
    const rows = all.flatMap((page) =>
      page.kind === 'rows' ? page.rows.map((row): BackupRow => ({ ...row, of: page.table })) : [],
    );
    const objects = all.flatMap((page) => (page.kind === 'objects' ? page.objects : []));
    const link = rows.find(({ code }) => code === limited);
    expect(link).toMatchObject({ of: 'links', url: 'https://example.com/kept', max_clicks: 3 });
    expect(rows.some((row) => row.of === 'keys' && row.id === id)).toBe(true);
    expect(objects.find(({ name }) => name === link?.id)).toMatchObject({ class: 'ClickCounter', state: { count: 1 } });
    expect(objects.find(({ name }) => name === id)).toMatchObject({
      class: 'KeyMeter',
      state: { count: { calls: 2 } },
    });
    expect(objects.find(({ name }) => name === `${accountId}:0`)?.class).toBe('Statistics');
    const text = JSON.stringify(all);
    for (const secret of [env.PEPPER, env.ADMIN_TOKEN, TOKEN, key, 'open sesame']) expect(text).not.toContain(secret);
    expect(new Set(rows.map(({ of }) => of))).not.toContain('sessions');
  });

  it('has pages of less than a megabyte', async () => {
    for (const page of await pages()) expect(JSON.stringify(page).length).toBeLessThan(1_000_000);
  });

  it.each([
    ['a cursor that the caller made up', { cursor: 'x' }],
    ['a number as cursor', { cursor: 1 }],
    ['a cursor that is too long', { cursor: 'x'.repeat(9_000) }],
  ])('refuses %s with 400', async (_, body) => {
    expect((await call('POST', '/backup/pages', body)).status).toBe(400);
  });
});

const id = crypto.randomUUID();
const readState = async (): Promise<BackupState> => (await call('GET', '/backup')).json();

describe('the state of a deployment', () => {
  it('has the id of the pepper, the names of the migrations, and whether it is empty', async () => {
    const { key } = await world.newKey();
    await world.shorten(key, { url: 'https://example.com/' });
    const state = await readState();
    expect(state).toMatchObject({
      pepper: await computePepperId(env.PEPPER as string),
      isEmpty: false,
      restoring: null,
    });
    expect(state.migrations).toContain('0001_swiftlet.sql');
  });
});

describe('a restore', () => {
  const begin = async (more: Record<string, unknown> = {}) => {
    const { pepper, migrations, tables } = await readState();
    return call('POST', '/restore', { id, pepper, migrations, tables, ...more });
  };
  /** Marks a restore as begun, because the database of these tests is never empty. */
  const mark = () =>
    env.DB.prepare("INSERT OR REPLACE INTO settings VALUES ('restoring', ?1)")
      .bind(JSON.stringify({ id, at: Date.now() }))
      .run();
  const unmark = () => env.DB.prepare("DELETE FROM settings WHERE name = 'restoring'").run();
  afterEach(unmark);

  it('is refused by a deployment with links', async () => {
    const { key } = await world.newKey();
    await world.shorten(key, { url: 'https://example.com/' });
    const response = await begin();
    expect(response.status).toBe(409);
    expect(await response.json()).toMatchObject({ message: 'A backup is restored into an empty deployment only' });
  });

  it('is refused with another pepper, while another backup is restored, with an unknown migration, or with other tables', async () => {
    await mark();
    const messages = [];
    const migrations = ['9999_later.sql'];
    for (const more of [{ pepper: 'another!' }, { id: crypto.randomUUID() }, { migrations }, { tables: 'f00' }])
      messages.push(((await (await begin(more)).json()) as { message: string }).message);
    expect(messages).toEqual([
      'The deployment has another PEPPER: the passwords of links would be lost',
      'Another backup is being restored here',
      'The database lacks the migration 9999_later.sql: upgrade the deployment first',
      'The backup has the tables of another version: restore it with the version that made it',
    ]);
    expect((await begin({ pepper: 'another!', allowOtherPepper: true })).status).toBe(204);
  });

  it('is refused if the backup does not say which tables it has', async () => {
    const response = await begin({ tables: undefined });
    expect([response.status, await response.json()]).toMatchObject([400, { message: 'tables must be a digest' }]);
  });

  it('writes no page before it has begun, and no page of another backup', async () => {
    const page = { kind: 'rows', table: 'links', rows: [] };
    expect((await call('POST', '/restore/pages', { id, page })).status).toBe(409);
    await mark();
    expect((await call('POST', '/restore/pages', { id: crypto.randomUUID(), page })).status).toBe(409);
    expect((await call('POST', '/restore/pages', { id, page })).status).toBe(204);
    expect((await call('POST', '/restore/end', { id: crypto.randomUUID() })).status).toBe(409);
    expect((await call('POST', '/restore/end', { id })).status).toBe(204);
    expect((await call('POST', '/restore/end', { id })).status).toBe(204);
  });

  const link = { code: 'x', id: 'x', account_id: 'nobody', url: 'https://example.com/', created_at: 1, version: 1 };
  const counter = { limits: null, count: 0, isSpent: false, isRecounting: false };
  const objects = (one: unknown) => ({ kind: 'objects', objects: [one] });
  it.each([
    ['no page', undefined],
    ['a text', 'page'],
    ['an unknown table', { kind: 'rows', table: 'sessions', rows: [] }],
    ['an account that does not exist', { kind: 'rows', table: 'links', rows: [link] }],
    ['a link without a destination', { kind: 'rows', table: 'links', rows: [{ ...link, url: 'nowhere' }] }],
    ['a row without its columns', { kind: 'rows', table: 'accounts', rows: [{}] }],
    ['a column of another type', { kind: 'rows', table: 'accounts', rows: [{ id: { a: 1 } }] }],
    ['an unknown plan', { kind: 'rows', table: 'accounts', rows: [{ id: 'a', name: 'a', plan: 'X', created_at: 1 }] }],
    ['the marker of a restore', { kind: 'rows', table: 'settings', rows: [{ name: 'restoring', value: '{}' }] }],
    ['a setting that is no JSON', { kind: 'rows', table: 'settings', rows: [{ name: 'maintenance', value: '{' }] }],
    ['a setting of another type', { kind: 'rows', table: 'settings', rows: [{ name: 'linkQuota', value: 'true' }] }],
    ['a switch with a plan', { kind: 'rows', table: 'settings', rows: [{ name: 'maintenance.FREE', value: '1' }] }],
    ['a setting without a value', { kind: 'rows', table: 'settings', rows: [{ name: 'qr' }] }],
    ['transports that are no JSON', { kind: 'rows', table: 'passkeys', rows: [{ id: 'a', transports: 'usb' }] }],
    ['an unknown class', objects({ class: 'Other', name: 'x', state: {} })],
    ['a name that is empty', objects({ class: 'ClickCounter', name: '', state: counter })],
    ['a negative count', objects({ class: 'ClickCounter', name: 'x', state: { ...counter, count: -1 } })],
    [
      'a text that is no counts',
      objects({
        class: 'Statistics',
        name: 'x:0',
        state: { top: [], totals: [], days: [{ link: '', day: 1, counts: '{' }] },
      }),
    ],
    [
      'a text that is no seed',
      objects({
        class: 'KeyMeter',
        name: 'x',
        state: {
          count: null,
          usedAt: {},
          idempotency: [{ key: 'a', leased_at: 1, seed: '1', request_hash: null, status: null, body: null }],
        },
      }),
    ],
  ])('refuses %s with 400, and logs no fault', async (_, page) => {
    const log = vi.spyOn(console, 'error');
    await mark();
    expect((await call('POST', '/restore/pages', { id, page })).status).toBe(400);
    expect((await readState()).restoring).toBe(id);
    expect(log).not.toHaveBeenCalled();
  });

  it('gives an object the state of another one, and a repetition changes nothing', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('moved');
    await world.shorten(key, { url: 'https://example.com/', alias, maxClicks: 3 });
    await world.visit(alias);
    const linkId = String(await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(alias).first('id'));
    const state = await objectNamed(env, env.CLICKS, linkId).handOver();
    const name = crypto.randomUUID();
    await mark();
    const page = objects({ class: 'ClickCounter', name, state });
    for (let times = 0; times < 2; times++)
      expect((await call('POST', '/restore/pages', { id, page })).status).toBe(204);
    expect(await objectNamed(env, env.CLICKS, name).count()).toBe(1);
  });

  it('replaces the rows of an earlier attempt, and gives links a version above all earlier ones', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('again');
    await world.shorten(key, { url: 'https://example.com/', alias });
    const row = await env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(alias).first();
    await mark();
    const page = { kind: 'rows', table: 'links', rows: [row] };
    const versions = [];
    for (let times = 0; times < 2; times++) {
      expect((await call('POST', '/restore/pages', { id, page })).status).toBe(204);
      versions.push(await env.DB.prepare('SELECT version FROM links WHERE code = ?1').bind(alias).first('version'));
    }
    expect(versions[0]).toBeGreaterThan(1_700_000_000);
    expect(versions[1]).toBe(versions[0]);
  });
});

describe('a restore that is under way', () => {
  it('overwrites no link that was made in the deployment meanwhile', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('taken');
    await world.shorten(key, { url: 'https://example.com/here', alias });
    const row = await env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(alias).first();
    await mark(id);
    const page = { kind: 'rows', table: 'links', rows: [{ ...row, id: 'another', url: 'https://example.com/there' }] };
    expect((await call('POST', '/restore/pages', { id, page })).status).toBe(400);
    expect((await world.visit(alias)).headers.get('Location')).toBe('https://example.com/here');
  });

  const mark = (at: string) =>
    env.DB.prepare("INSERT OR REPLACE INTO settings VALUES ('restoring', ?1)")
      .bind(JSON.stringify({ id: at, at: Date.now() }))
      .run();
  afterEach(() => env.DB.prepare("DELETE FROM settings WHERE name = 'restoring'").run());
  const write = async (table: string, rows: unknown[]) =>
    expect((await call('POST', '/restore/pages', { id, page: { kind: 'rows', table, rows } })).status).toBe(204);
  const accountRow = (name: string) => env.DB.prepare('SELECT * FROM accounts WHERE id = ?1').bind(name).first();

  it('restores the details of links and their tags', async () => {
    const { key, accountId } = await world.newKey('PRO');
    const alias = freshAlias('detailed');
    const details = { title: 'رابط 🎉', notes: 'one\ntwo', tags: ['Winter', 'mail'], externalId: 'order 1042' };
    await world.shorten(key, { url: 'https://example.com/', alias, ...details });
    const TABLES = ['existing_links', 'link_tags', 'link_details', 'tags'];
    const read = (await pages()).flatMap((page) => (page.kind === 'rows' && TABLES.includes(page.table) ? [page] : []));
    await env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
    await mark(id);
    for (const { table, rows } of read.reverse()) if (rows.length > 0) await write(table, [...rows]);
    const response = await plain.v2(key, 'GET', `/links/${alias}`);
    expect(await response.json()).toMatchObject(details);
    expect(
      (await plain.v2(key, 'POST', '/shorten', { url: 'https://example.com/', externalId: 'order 1042' })).status,
    ).toBe(409);
    const tagged = env.DB.prepare(
      'SELECT count(*) AS n FROM link_tags JOIN tags ON tags.id = tag_id WHERE account_id = ?1',
    );
    expect(await tagged.bind(accountId).first('n')).toBe(2);
  });

  it('restores no details of a link that was deleted meanwhile, and its externalId is free', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('detailed');
    const details = { title: 'gone', tags: ['Winter'], externalId: 'order 1043' };
    await world.shorten(key, { url: 'https://example.com/', alias, ...details });
    const read = (await pages()).flatMap((page) =>
      page.kind === 'rows' && ['link_tags', 'link_details'].includes(page.table) ? [page] : [],
    );
    await plain.v2(key, 'DELETE', `/links/${alias}`);
    await mark(id);
    const ofLink = (row: BackupRow) => row.code === alias;
    for (const { table, rows } of read.reverse()) await write(table, rows.filter(ofLink));
    for (const table of ['link_tags', 'link_details']) {
      const left = env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE code = ?1`).bind(alias);
      expect([table, await left.first('n')]).toEqual([table, 0]);
    }
    const again = { url: 'https://example.com/', externalId: details.externalId };
    expect((await plain.v2(key, 'POST', '/shorten', again)).status).toBe(201);
  });

  it('restores the logo and the colours of QR codes, two accounts a page, and only if they can be drawn', async () => {
    const logo = toBase64(paintLogo('noise', 200));
    const row = { color: '1b2f6b', bg_color: 'ffffe0', has_logo: 1, logo };
    const accounts = await Promise.all([1, 2, 3].map(async () => (await world.newKey()).accountId));
    const insert = env.DB.prepare('INSERT INTO qr_styles VALUES (?1, ?2, ?3, ?4, ?5)');
    await env.DB.batch(accounts.map((one) => insert.bind(one, ...Object.values(row))));
    const read = (await pages()).flatMap((page) => (page.kind === 'rows' && page.table === 'qr_styles' ? [page] : []));
    for (const page of read) expect(page.rows.length).toBeLessThanOrEqual(2);
    await env.DB.prepare('DELETE FROM qr_styles').run();
    await mark(id);
    for (const { rows } of read) await write('qr_styles', [...rows]);
    const { results } = await env.DB.prepare('SELECT * FROM qr_styles ORDER BY account_id').all();
    expect(results).toEqual(accounts.sort().map((one) => ({ account_id: one, ...row })));
    for (const wrong of [{ color: 'red' }, { bg_color: null }, { logo: 'PHN2Zz4=' }, { logo: 5 }]) {
      const page = { kind: 'rows', table: 'qr_styles', rows: [{ account_id: accounts[0], ...row, ...wrong }] };
      expect((await call('POST', '/restore/pages', { id, page })).status).toBe(400);
    }
  });

  it('restores no passkey, tag, event, request, logo or template of an account that was deleted meanwhile', async () => {
    const { accountId } = await world.newKey('PRO');
    const of = { id: accountId, account_id: accountId };
    const TABLES = {
      passkeys: { ...of, name: 'mine', public_key: 'x', counter: 0, transports: '[]', created_at: 1, used_at: 1 },
      tags: { ...of, key: 'mine', name: 'mine' },
      account_events: { ...of, number: 99, at: 1, kind: 'key.made', actor: 'owner' },
      upgrade_requests: { ...of, plan: 'PRO', state: 'open', created_at: 1 },
      qr_styles: { ...of, color: '000000', bg_color: 'ffffff', has_logo: 0, logo: null },
      utm_templates: { ...of, key: 'mine', name: 'mine', query: 'utm_source=a' },
    };
    const writeAll = async () => {
      for (const [table, row] of Object.entries(TABLES)) {
        await env.DB.prepare(`DELETE FROM ${table} WHERE account_id = ?1`).bind(accountId).run();
        await write(table, [row]);
      }
      const counts = Object.keys(TABLES).map((table) =>
        env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?1`).bind(accountId).first('n'),
      );
      return Promise.all(counts);
    };
    await mark(id);
    expect(await writeAll()).toEqual([1, 1, 1, 1, 1, 1]);
    await write('accounts', [{ ...(await accountRow(accountId)), deleted_at: 5 }]);
    expect(await writeAll()).toEqual([0, 0, 0, 0, 0, 0]);
  });

  it('restores the rights and the last use of keys, and which key has made a link', async () => {
    const rights = {
      scopes: ['links:create', 'links:read'] as const,
      expiresAt: '2032-01-01T00:00:00.000Z',
      links: 'own' as const,
      origins: ['https://app.example.com'],
      limits: { perMinute: 7, perMonth: 70 },
    };
    const made = await world.newKey('PRO', { ...rights, scopes: [...rights.scopes] });
    const other = await world.newKey('PRO', { accountId: made.accountId });
    const [own, foreign] = [freshAlias('own'), freshAlias('foreign')];
    await world.shorten(made.key, { url: 'https://example.com/', alias: own });
    await world.shorten(other.key, { url: 'https://example.com/', alias: foreign });
    const rows = (table: string) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE account_id = ?1 ORDER BY 1`)
        .bind(made.accountId)
        .all()
        .then(({ results }) => results);
    await expect.poll(async () => (await rows('keys')).every((row) => row.last_used_at !== null)).toBe(true);
    await plain.v2(other.key, 'POST', '/key/revoke');
    const keysBefore = await rows('keys');
    const read = (await pages()).flatMap((page) =>
      page.kind === 'rows' && ['links', 'keys'].includes(page.table) ? [page] : [],
    );
    await env.DB.batch([
      env.DB.prepare('DELETE FROM links WHERE account_id = ?1').bind(made.accountId),
      env.DB.prepare('DELETE FROM keys WHERE account_id = ?1').bind(made.accountId),
    ]);
    await mark(id);
    for (const { table, rows: all } of read.reverse())
      await write(
        table,
        all.filter((row) => row.account_id === made.accountId),
      );
    expect((await rows('keys')).map(({ pushed_version: _, ...row }) => row)).toEqual(
      keysBefore.map(({ pushed_version: _, ...row }) => row),
    );
    expect(await (await plain.v2(made.key, 'GET', '/key')).json()).toMatchObject(rights);
    const reached = [own, foreign].map(async (code) => (await plain.v2(made.key, 'GET', `/links/${code}`)).status);
    expect(await Promise.all(reached)).toEqual([200, 404]);
  });

  it('ends maintenance with its last page, after every link', async () => {
    const tables = (await pages()).flatMap((page) => (page.kind === 'rows' ? [page.table] : []));
    expect(tables[0]).toBe('settings');
    expect(tables.lastIndexOf('links')).toBeLessThan(tables.indexOf('accounts'));
  });

  it('publishes the denylist before the links, with the accounts that are suspended', async () => {
    const { accountId } = await world.newKey();
    await mark(id);
    await write('accounts', [{ ...(await accountRow(accountId)), suspended: 1 }]);
    await write('blocked_hosts', []);
    expect(await env.ROUTES.get(DENYLIST_KEY)).toContain(accountId);
  });

  it('denies the links of a deleted account, and its deletion begins again at the end', async () => {
    const { accountId } = await world.newKey();
    await mark(id);
    await write('accounts', [{ ...(await accountRow(accountId)), suspended: 0, deleted_at: 5 }]);
    expect(await accountRow(accountId)).toMatchObject({ suspended: 1, deleted_at: 5 });
    expect((await call('POST', '/restore/end', { id })).status).toBe(204);
    const deletion = env.DB.prepare('SELECT deleted_at, up_to FROM deletions WHERE account_id = ?1').bind(accountId);
    expect(await deletion.first()).toEqual({ deleted_at: 5, up_to: 0 });
  });
});

describe('the threat list', () => {
  it('is stored exactly as it was sent, and a body that is no threat list gets 409', async () => {
    const put = (bytes: Uint8Array) =>
      call('PUT', '/backup/threat-list', bytes, { 'Content-Type': 'application/octet-stream' });
    const list = new Uint8Array(16);
    list.set(new TextEncoder().encode('swlist01'));
    expect((await put(list)).status).toBe(204);
    const read = await call('GET', '/backup/threat-list');
    expect(new Uint8Array(await read.arrayBuffer())).toEqual(list);
    for (const bytes of [new Uint8Array(0), new Uint8Array(15), new TextEncoder().encode('no list of anybody')])
      expect((await put(bytes)).status).toBe(409);
    const encoded = { 'Content-Type': 'application/octet-stream', 'Content-Encoding': 'gzip' };
    const refused = await call('PUT', '/backup/threat-list', list, encoded);
    expect([refused.status, (await refused.json<{ message: string }>()).message]).toEqual([
      400,
      'The Content-Encoding gzip is not supported: the body must be sent without one',
    ]);
    await env.ROUTES.delete('threat-list');
    expect((await (await call('GET', '/backup/threat-list')).arrayBuffer()).byteLength).toBe(0);
  });
});
