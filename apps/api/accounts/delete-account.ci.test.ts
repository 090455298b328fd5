/** The deletion of an account: other accounts, deletions that fail, the cron, and requests that arrive meanwhile. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { StoredKey } from '#api/objects/stored-key';
import { insertPasskey } from '#api/sign-in/passkeys';
import { CONSOLE, newDeveloper, newToken } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { type Fault, failing, pass, Tap, tappedD1, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { deleteAccount } from './delete-account';
import { findKey } from './keys';

const MINUTE = 60_000;
const world = createWorld();
const turnTo = fakeClock();

beforeEach(async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await env.DB.batch([
    env.DB.prepare('DELETE FROM deletions'),
    env.DB.prepare('UPDATE keys SET pushed_version = version'),
  ]);
  turnTo(NOON);
});
afterEach(() => void vi.restoreAllMocks());

const dueAt = (accountId: string) =>
  env.DB.prepare('SELECT due_at FROM deletions WHERE account_id = ?1').bind(accountId).first<number>('due_at');

/** Returns a fault that affects only the objects of one account's keys. The pushed record contains the account's id. */
const onlyFor =
  (accountId: string, fault: Fault): Fault =>
  (call, what, nth, first) =>
    (first as StoredKey).accountId === accountId ? fault(call, what, nth, first) : call();

async function cronAt(at: number, here = world): Promise<void> {
  turnTo(at);
  await here.cron();
}

/** Reads the rows of an account in D1, by table. */
const readRows = async (accountId: string) => {
  const all = await env.DB.batch([
    env.DB.prepare('SELECT * FROM accounts WHERE id = ?1').bind(accountId),
    ...['keys', 'sessions', 'passkeys', 'sign_in_links', 'upgrade_requests', 'links'].map((table) =>
      env.DB.prepare(`SELECT * FROM ${table} WHERE account_id = ?1`).bind(accountId),
    ),
  ]);
  return all.map(({ results }) => results);
};

it('a deletion does not change the rows of another account, and its keys still work', async () => {
  const other = await newDeveloper(world, 'HOBBY');
  await other.browser.post('/plan/upgrade', { plan: 'PRO' });
  await world.admin('POST', `/accounts/${other.accountId}/sign-in-link`);
  const passkey = {
    id: `passkey-of-${other.accountId}`,
    name: 'a device',
    publicKey: 'none',
    counter: 0,
    transports: [],
  };
  await insertPasskey(world.env, { ...passkey, accountId: other.accountId }, NOON).run();
  const made = await world.admin('POST', '/keys', { name: 'second', accountId: other.accountId });
  const { id, key } = await made.json<{ id: string; key: string }>();
  await world.shorten(key, { url: 'https://example.com/' });
  // The object stores the last use after the response.
  await expect.poll(async () => (await findKey(world.env, id)).lastUsedAt).not.toBeNull();
  const before = await readRows(other.accountId);
  expect(before.every(({ length }) => length > 0)).toBe(true);
  const { accountId, key: ofDeleted, id: revoked } = await world.newKey();
  await world.shorten(ofDeleted, { url: 'https://example.com/' });
  await world.admin('DELETE', `/keys/${revoked}`);
  await deleteAccount(world.env, accountId, NOON);
  await cronAt(NOON + MINUTE);
  await cronAt(NOON + 11 * MINUTE);
  expect(await dueAt(accountId)).toBeNull();
  expect(await readRows(other.accountId)).toEqual(before);
  expect((await world.v2(key, 'GET', '/usage')).status).toBe(200);
});

describe('a deletion that fails', () => {
  it('is retried at growing intervals, and does not delay another deletion', async () => {
    const [stuck, other] = await Promise.all([world.newKey(), world.newKey()]);
    const tap = new Tap(onlyFor(stuck.accountId, failing()));
    const broken = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
    await deleteAccount(broken.env, stuck.accountId, NOON);
    await deleteAccount(broken.env, other.accountId, NOON + 1);
    await cronAt(NOON + MINUTE, broken);
    for (const minute of [11, 12]) await cronAt(NOON + minute * MINUTE, broken);
    expect(await dueAt(other.accountId)).toBeNull();
    expect(await dueAt(stuck.accountId)).toBe(NOON + 22 * MINUTE);
    await cronAt(NOON + 300 * MINUTE, broken);
    expect(await dueAt(stuck.accountId)).toBe(NOON + 360 * MINUTE);
    tap.fault = pass;
    await cronAt(NOON + 360 * MINUTE, broken);
    expect(await dueAt(stuck.accountId)).toBeNull();
  });

  it('in one of its statements does not stop the deletion of another account’s links', async () => {
    const [stuck, other] = await Promise.all([world.newKey(), world.newKey()]);
    const alias = freshAlias('other');
    await world.shorten(stuck.key, { url: 'https://example.com/' });
    await world.shorten(other.key, { url: 'https://example.com/', alias });
    await deleteAccount(world.env, stuck.accountId, NOON);
    await deleteAccount(world.env, other.accountId, NOON + 1);
    let failed = 0;
    const firstBurial: Fault = async (call, what) => {
      if (what === 'batch' && failed++ === 0) throw new Error('D1_ERROR: overloaded');
      return call();
    };
    await cronAt(NOON + MINUTE, createWorld({ DB: tappedD1(env.DB, new Tap(firstBurial)) }));
    expect(failed).toBeGreaterThan(1);
    const row = await env.DB.prepare('SELECT gone, url FROM links WHERE code = ?1').bind(alias).first();
    expect(row).toEqual({ gone: 'DELETED', url: 'https://deleted.invalid/' });
  });
});

it('one run of the cron finishes sixty deletions of empty accounts, and removes them from the denylist', async () => {
  const accounts = await Promise.all(Array.from({ length: 60 }, () => world.newKey()));
  const withLinks = await world.newKey();
  const alias = freshAlias('last');
  await world.shorten(withLinks.key, { url: 'https://example.com/', alias });
  for (const { accountId } of accounts) await deleteAccount(world.env, accountId, NOON);
  await deleteAccount(world.env, withLinks.accountId, NOON + 1);
  await cronAt(NOON + MINUTE);
  expect(await env.DB.prepare('SELECT gone FROM links WHERE code = ?1').bind(alias).first('gone')).toBe('DELETED');
  await cronAt(NOON + 11 * MINUTE);
  expect(await env.DB.prepare('SELECT count(*) AS n FROM deletions').first('n')).toBe(0);
  const ids = JSON.stringify([...accounts, withLinks].map(({ accountId }) => accountId));
  const denied = 'SELECT count(*) AS n FROM accounts WHERE suspended = 1 AND id IN (SELECT value FROM json_each(?1))';
  expect(await env.DB.prepare(denied).bind(ids).first('n')).toBe(0);
});

it('a registration that began before the deletion stores no passkey', async () => {
  const { accountId } = await world.newKey();
  const passkey = { accountId, name: 'a device', publicKey: 'none', counter: 0, transports: [] };
  const changes = async (id: string) => (await insertPasskey(world.env, { id, ...passkey }, NOON).run()).meta.changes;
  expect(await changes(`before-${accountId}`)).toBeGreaterThan(0);
  await deleteAccount(world.env, accountId, NOON);
  expect(await changes(`after-${accountId}`)).toBe(0);
});

it('the cron erases the names of 330 revoked keys from their objects, by at most fifty statements a run', async () => {
  const { accountId } = await world.newKey();
  const ids = Array.from({ length: 330 }, (_, i) => `${accountId}-${String(i).padStart(4, '0')}`);
  const insert = `INSERT INTO keys (last_four, made_by, account_id, id, name, digest, status, created_at)
    SELECT 'abcd', 'operator', ?2, value, 'a personal name', value, 'revoked', 0 FROM json_each(?1)`;
  await env.DB.prepare(insert).bind(JSON.stringify(ids), accountId).run();
  const { bindings, takeCost } = countedBindings();
  const counted = createWorld(bindings);
  await deleteAccount(counted.env, accountId, NOON);
  for (let minute = 11; (await dueAt(accountId)) !== null && minute < 30; minute++) {
    const { d1, kv, objects } = takeCost();
    const statements = d1.flatMap((sql) => sql.split('; ')).length;
    expect(statements).toBeLessThanOrEqual(50);
    expect(statements + kv.length + 2 * objects.length).toBeLessThanOrEqual(1_000);
    await cronAt(NOON + minute * MINUTE, counted);
  }
  expect(await dueAt(accountId)).toBeNull();
  for (const id of [ids[0], ids[299], ids[300], ids[329]] as string[]) {
    const record = await runInDurableObject(env.KEYS.getByName(id), (_, { storage }) =>
      storage.kv.get<StoredKey>('record'),
    );
    expect(record).toMatchObject({ name: 'deleted', status: 'revoked' });
  }
});

it('the cron also deletes a link whose destination is the address that tombstones have', async () => {
  const { accountId, key } = await world.newKey();
  const alias = freshAlias('nowhere');
  await world.shorten(key, { url: 'https://deleted.invalid/', alias, password: 'secret words' });
  await deleteAccount(world.env, accountId, NOON);
  await cronAt(NOON + MINUTE);
  const row = await env.DB.prepare('SELECT gone, password FROM links WHERE code = ?1').bind(alias).first();
  expect(row).toEqual({ gone: 'DELETED', password: null });
});

describe('a request while its account is being deleted', () => {
  const url = 'https://example.com/late';

  /** Returns a world that deletes the account just before the first matching statement reaches D1. */
  function deletedBefore(statement: RegExp, accountId: string, variables = {}): World {
    const tap = new Tap();
    tap.fault = async (call, what) => {
      if (!statement.test(what)) return call();
      tap.fault = pass;
      await deleteAccount(world.env, accountId, Date.now());
      return call();
    };
    return createWorld({ DB: tappedD1(env.DB, tap), ...variables });
  }

  const liveLinks = (accountId: string) =>
    env.DB.prepare('SELECT count(*) AS n FROM links WHERE account_id = ?1 AND gone IS NULL').bind(accountId).first('n');

  const CREATIONS: [what: string, make: (on: World, key: string, alias: string) => Promise<Response>][] = [
    ['a link', (on, key) => on.shorten(key, { url })],
    ['a link with every option', (on, key) => on.shorten(key, { url, expiresIn: 60, maxClicks: 1, password: 'word' })],
    ['a link with an alias', (on, key) => on.shorten(key, { url, alias: freshAlias('late') })],
    ['a link with an alias of its own tombstone', (on, key, alias) => on.shorten(key, { url, alias })],
    ['a batch', (on, key, alias) => on.shortenBatch(key, [{ url }, { url, alias }, { url: 'nonsense' }])],
    ['an atomic batch', (on, key) => on.shortenBatch(key, [{ url }, { url }], '?atomic=true')],
    ['a link under an Idempotency-Key', (on, key) => idempotent(on, key)],
  ];
  const idempotent = (on: World, key: string) =>
    on.call('POST', '/v2/shorten', {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'late' },
      body: JSON.stringify({ url }),
    });

  it.each(CREATIONS)('that creates %s is 401, and stores nothing', async (_, make) => {
    const { accountId, key } = await world.newKey();
    const alias = freshAlias('dead');
    await world.shorten(key, { url, alias });
    await world.v2(key, 'DELETE', `/links/${alias}`);
    const response = await make(
      deletedBefore(/INSERT INTO "links"|batch/, accountId, { LINK_QUOTA: 'PRO=100' }),
      key,
      alias,
    );
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({
      errorType: 'API_KEY_INVALID',
      message: 'Invalid or inactive API key.',
    });
    expect(response.headers.get('X-RateLimit-Remaining')).toBeNull();
    expect(await liveLinks(accountId)).toBe(0);
  });

  it('that creates a link with a taken alias is refused, and stores nothing', async () => {
    const [{ accountId, key }, other] = await Promise.all([world.newKey(), world.newKey()]);
    const alias = freshAlias('taken');
    await world.shorten(other.key, { url, alias });
    for (const query of ['', '?atomic=true']) {
      const response = await deletedBefore(/INSERT INTO "links"|batch/, accountId).shortenBatch(
        key,
        [{ url, alias }],
        query,
      );
      expect([400, 401]).toContain(response.status);
    }
    expect(await liveLinks(accountId)).toBe(0);
  });

  it('that creates a link in the console stores nothing, and redirects to the sign-in page', async () => {
    const { accountId, browser } = await newDeveloper(world);
    const response = await deletedBefore(/INSERT INTO "links"/, accountId).call('POST', '/console/links', {
      headers: {
        Cookie: browser.cookie as string,
        Origin: CONSOLE,
        'Content-Type': 'application/x-www-form-urlencoded',
      },
      body: new URLSearchParams({ url, token: newToken(accountId) }).toString(),
    });
    expect([response.status, response.headers.get('Location')]).toEqual([303, '/console/sign-in']);
    expect(await liveLinks(accountId)).toBe(0);
  });

  it('that creates a key is 404, and stores nothing', async () => {
    const { accountId } = await world.newKey();
    const on = deletedBefore(/^batch$/, accountId);
    expect((await on.admin('POST', '/keys', { name: 'late', accountId })).status).toBe(404);
    const active = env.DB.prepare("SELECT count(*) AS n FROM keys WHERE account_id = ?1 AND status <> 'revoked'");
    expect(await active.bind(accountId).first('n')).toBe(0);
  });

  it('that edits a link revives no tombstone, and the cron deletes the link', async () => {
    const { accountId, key } = await world.newKey();
    const alias = freshAlias('edited');
    await world.shorten(key, { url, alias });
    const edit = (on: World) => on.v2(key, 'PATCH', `/links/${alias}`, { url: 'https://example.com/new' });
    await edit(deletedBefore(/^update "links" set/, accountId));
    await cronAt(NOON + MINUTE);
    expect(await liveLinks(accountId)).toBe(0);
    const destination = await env.DB.prepare('SELECT url FROM links WHERE code = ?1').bind(alias).first('url');
    expect(destination).toBe('https://deleted.invalid/');
  });

  it('that resumes the account is 404, and the account stays on the denylist', async () => {
    const { accountId } = await world.newKey();
    const on = deletedBefore(/batch/, accountId);
    expect((await on.admin('POST', `/accounts/${accountId}/resume`)).status).toBe(404);
    const row = await env.DB.prepare('SELECT suspended FROM accounts WHERE id = ?1').bind(accountId).first('suspended');
    expect(row).toBe(1);
  });
});

it('a deletion leaves no live link, even if fifty links are created at the same time', async () => {
  const { accountId, key } = await world.newKey();
  const creations = Array.from({ length: 50 }, () => world.shorten(key, { url: 'https://example.com/race' }));
  await deleteAccount(world.env, accountId, NOON);
  const statuses = (await Promise.all(creations)).map(({ status }) => status);
  for (const status of statuses) expect([201, 401]).toContain(status);
  await cronAt(NOON + MINUTE);
  await cronAt(NOON + 2 * MINUTE);
  const alive = env.DB.prepare('SELECT count(*) AS n FROM links WHERE account_id = ?1 AND gone IS NULL');
  expect(await alive.bind(accountId).first('n')).toBe(0);
});
