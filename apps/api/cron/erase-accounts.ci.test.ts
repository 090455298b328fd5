/** Tests the deletion of accounts: what the cron erases, and that it finishes many simultaneous deletions. */
import { env } from 'cloudflare:workers';
import { eq, getTableColumns } from 'drizzle-orm';
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core';
import { expect, it } from 'vitest';
import { openDatabase } from '#api/database/database';
import { ERASED } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { nameStatistics } from '#domain/edge-entry';
import { type Browser, newDeveloper } from '#testkit/browser';
import { fakeClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';
import { eraseAccounts } from './erase-accounts';

const world = createWorld();
const turnTo = fakeClock();
const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);

const deleteAccount = async (browser: Browser) =>
  expect((await browser.post('/account/delete', { confirmation: 'delete' })).status).toBe(303);

it('the deletion of an account erases its statistics at once', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  const alias = freshAlias('erased');
  await world.shorten(key, { url: 'https://example.com/', alias });
  await world.visit(alias);
  const statistics = env.STATISTICS.getByName(nameStatistics(accountId));
  expect((await statistics.readAccount(null, 10)).totals.clicks).toBe(1);
  await deleteAccount(browser);
  expect(await statistics.readAccount(null, 10)).toMatchObject({ totals: { clicks: 0, lastAt: 0 }, topLinks: [] });
});

const INSERT = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
  SELECT value, value, ?2, 'https://example.com/', ?3 + key, ?3, ?3 FROM json_each(?1)`;

it('the cron finishes no deletion before the last link is a tombstone, even if that takes several runs', async () => {
  turnTo(NOW);
  const accountIds: string[] = [];
  for (let i = 0; i < 2; i++) {
    const { browser, accountId } = await newDeveloper(world);
    const codes = Array.from({ length: 100 }, (_, n) => `left-${accountId.toLowerCase()}-${n}`);
    await env.DB.prepare(INSERT).bind(JSON.stringify(codes), accountId, NOW).run();
    turnTo(NOW + i);
    await deleteAccount(browser);
    accountIds.push(accountId);
  }
  turnTo(NOW + 3_600_000); // from now on the denylist may drop both accounts
  const count = (sql: string) => env.DB.prepare(sql).bind(JSON.stringify(accountIds)).first<number>('n');
  const among = 'account_id IN (SELECT value FROM json_each(?1))';
  for (let left = 200, runs = 0; left > 0 && runs < 20; runs++) {
    await world.cron();
    left = (await count(`SELECT count(*) AS n FROM links WHERE gone IS NULL AND ${among}`)) ?? 0;
    const withLinks = `SELECT count(DISTINCT account_id) AS n FROM links WHERE gone IS NULL AND ${among}`;
    const underWay = (await count(`SELECT count(*) AS n FROM deletions WHERE ${among}`)) ?? 0;
    expect(underWay).toBeGreaterThanOrEqual((await count(withLinks)) ?? 0);
  }
  expect(await count(`SELECT count(*) AS n FROM links WHERE gone = 'DELETED' AND ${among}`)).toBe(200);
});

/** Runs the cron every minute until it has finished the deletion of an account, and checks that it does. */
async function finish(accountId: string, from: number): Promise<void> {
  const isUnderWay = () => env.DB.prepare('SELECT 1 FROM deletions WHERE account_id = ?1').bind(accountId).first();
  for (let minute = 1; minute <= 20 && (await isUnderWay()) !== null; minute++) {
    turnTo(from + minute * 60_000);
    await world.cron();
  }
  expect(await isUnderWay()).toBeNull();
}

it('the cron erases the destination and the password of a link that was deleted before its account', async () => {
  turnTo(NOW);
  const { browser, accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  const [plain, guarded] = [freshAlias('deleted'), freshAlias('deleted')];
  await world.shorten(key, { url: 'https://example.com/', alias: plain });
  await world.shorten(key, { url: 'https://example.com/', alias: guarded, password: 'open sesame' });
  for (const alias of [plain, guarded]) expect((await world.v2(key, 'DELETE', `/links/${alias}`)).status).toBe(204);
  const rows = () =>
    env.DB.prepare('SELECT gone, url, password FROM links WHERE account_id = ?1').bind(accountId).all();
  await deleteAccount(browser);
  await finish(accountId, NOW);
  const erased = { gone: 'DELETED', url: 'https://deleted.invalid/', password: null };
  expect((await rows()).results).toEqual([erased, erased]);
});

/** Returns a value that the erasure does not leave in a column. */
function leftover(column: SQLiteColumn, erased: unknown): unknown {
  if (column.dataType === 'boolean') return erased !== true;
  if (column.dataType === 'number') return 1;
  return column.enumValues?.find((value) => value !== erased) ?? 'left over';
}

it('the cron erases a link of which any one column is not erased yet', async () => {
  turnTo(NOW);
  const { browser, accountId } = await newDeveloper(world);
  const names = Object.keys(ERASED) as (keyof typeof ERASED)[];
  const made = { accountId, createdAt: NOW, putAt: NOW, quietAt: NOW, url: '' };
  for (const name of names) {
    const code = freshAlias('left');
    const row = { ...made, ...ERASED, code, id: code, [name]: leftover(getTableColumns(links)[name], ERASED[name]) };
    await openDatabase(env.DB).insert(links).values(row);
  }
  await deleteAccount(browser);
  // Other jobs of the cron would change some of the columns too.
  await eraseAccounts(world.env, NOW + 60_000);
  const rows = await openDatabase(env.DB).select().from(links).where(eq(links.accountId, accountId));
  expect(rows.length).toBe(names.length);
  for (const row of rows) expect(row).toMatchObject(ERASED);
});

it('the cron turns 250 links that were created in one millisecond into tombstones, a hundred a run', async () => {
  turnTo(NOW);
  const { browser, accountId } = await newDeveloper(world);
  const codes = Array.from({ length: 250 }, (_, n) => `at-once-${accountId.toLowerCase()}-${n}`);
  const insert = INSERT.replace('?3 + key', '?3');
  await env.DB.prepare(insert).bind(JSON.stringify(codes), accountId, NOW).run();
  await deleteAccount(browser);
  const alive = 'SELECT count(*) AS n FROM links WHERE gone IS NULL AND account_id = ?1';
  const countAlive = () => env.DB.prepare(alive).bind(accountId).first('n');
  turnTo(NOW + 60_000);
  await world.cron();
  expect(await countAlive()).toBe(150);
  await finish(accountId, NOW + 60_000);
  expect(await countAlive()).toBe(0);
});

it('the cron erases the last four characters of a key, whatever its name', async () => {
  turnTo(NOW);
  const { browser, accountId } = await newDeveloper(world);
  const made = await world.admin('POST', '/keys', { name: 'deleted', accountId });
  const { id } = await made.json<{ id: string }>();
  await world.admin('DELETE', `/keys/${id}`);
  const lastFour = () => env.DB.prepare('SELECT last_four FROM keys WHERE id = ?1').bind(id).first('last_four');
  expect(await lastFour()).not.toBe('');
  await deleteAccount(browser);
  await finish(accountId, NOW);
  expect(await lastFour()).toBe('');
});

it('the cron keeps an account on the denylist for ten minutes after its deletion', async () => {
  turnTo(NOW);
  const { browser, accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  await world.shorten(key, { url: 'https://example.com/' });
  const suspended = await world.newKey();
  await world.admin('POST', `/accounts/${suspended.accountId}/suspend`);
  await deleteAccount(browser);
  const isDenied = (id: string) =>
    env.DB.prepare('SELECT suspended FROM accounts WHERE id = ?1').bind(id).first('suspended');
  for (const at of [NOW + 60_000, NOW + 599_999]) {
    turnTo(at);
    await world.cron();
    expect(await isDenied(accountId)).toBe(1);
  }
  await finish(accountId, NOW + 600_000);
  expect([await isDenied(accountId), await isDenied(suspended.accountId)]).toEqual([0, 1]);
});

it('the cron erases details, existing_links, and tags that a call under way has made', async () => {
  turnTo(NOW);
  const { browser, accountId } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId });
  const url = 'https://example.com/';
  await world.shortenBatch(key, [
    { url, tags: ['a', 'b'], externalId: 'c' },
    { url, title: 'd' },
    { url, notes: 'e' },
  ]);
  await env.DB.prepare(
    `INSERT INTO existing_links SELECT account_id, 'hash', created_at, code, id FROM links WHERE account_id = ?1`,
  )
    .bind(accountId)
    .run();
  const left = async () => {
    const counts = ['link_details', 'tags', 'existing_links'].map((table) =>
      env.DB.prepare(`SELECT count(*) AS n FROM ${table} WHERE account_id = ?1`).bind(accountId).first<number>('n'),
    );
    const tagged = env.DB.prepare(
      'SELECT count(*) AS n FROM link_tags WHERE code IN (SELECT code FROM links WHERE account_id = ?1)',
    );
    return Promise.all([...counts, tagged.bind(accountId).first<number>('n')]);
  };
  expect(await left()).toEqual([3, 2, 3, 2]);
  await deleteAccount(browser);
  expect((await left())[1]).toBe(0);
  await env.DB.prepare("INSERT INTO tags (id, account_id, key, name) VALUES (?1, ?1, 'late', 'late')")
    .bind(accountId)
    .run();
  for (let runs = 0; runs < 3; runs++) await eraseAccounts(world.env as Env, NOW + 3_600_000 + runs);
  expect(await left()).toEqual([0, 0, 0, 0]);
  const deletion = env.DB.prepare('SELECT count(*) AS n FROM deletions WHERE account_id = ?1');
  expect(await deletion.bind(accountId).first('n')).toBe(0);
});
