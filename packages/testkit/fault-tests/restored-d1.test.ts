/**
 * D1 is restored to an earlier state; KV and the Durable Objects are not. The operator follows
 * docs/operating/backup.md.
 */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias, type World } from '#testkit/world';
import backupPage from '../../../docs/operating/backup.md?raw';
import { fromEmptyTables } from './empty-tables';

const MINUTE = 60_000;
const turnTo = fakeClock();

// The statements of docs/operating/backup.md change whole tables, so the test begins with empty ones.
const clear = fromEmptyTables(turnTo, 'DELETE FROM links');

type Row = Record<string, unknown>;
const readRows = async (table: string, column: string, value: string): Promise<Row[]> =>
  (await env.DB.prepare(`SELECT * FROM ${table} WHERE ${column} = ?1`).bind(value).all<Row>()).results;

/** Replaces rows by their earlier versions. */
async function putBack(table: string, rows: readonly Row[]): Promise<void> {
  for (const row of rows) {
    const columns = Object.keys(row);
    const sql = `INSERT OR REPLACE INTO ${table} (${columns.join()}) VALUES (${columns.map(() => '?').join()})`;
    await env.DB.prepare(sql)
      .bind(...Object.values(row))
      .run();
  }
}

/** The SQL statements of docs/operating/backup.md. */
const statements = (/```sql\n(.*?)```/s.exec(backupPage)?.[1] ?? '').split(';').filter((sql) => sql.trim() !== '');

/** The codes whose versions in KV and D1 differ. */
async function differing(codes: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const code of codes) {
    const entry = decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '');
    const row = await env.DB.prepare('SELECT version FROM links WHERE code = ?1')
      .bind(code)
      .first<{ version: number }>();
    if (entry?.version !== row?.version) found.push(code);
  }
  return found;
}

const FIRST = 'https://example.com/first';

/** Makes links and a key, changes them, and restores the rows of D1 from before the changes. */
async function goneBack() {
  const world = createWorld();
  const { id, key, accountId } = await world.newKey('PRO');
  const make = async (name: string, more = {}) => {
    const alias = freshAlias(name);
    expect((await world.shorten(key, { url: FIRST, alias, ...more })).status).toBe(201);
    return alias;
  };
  const before = {
    plain: await make('plain'),
    limited: await make('limited', { maxClicks: 5 }),
    deleted: await make('deleted'),
  };
  const links = await readRows('links', 'account_id', accountId);
  const keys = await readRows('keys', 'id', id);

  turnTo(NOON + MINUTE);
  expect((await world.visit(before.limited)).status).toBe(302);
  const edit = { url: 'https://example.com/second', maxClicks: 1 };
  for (const alias of [before.plain, before.limited]) await world.v2(key, 'PATCH', `/links/${alias}`, edit);
  await world.v2(key, 'DELETE', `/links/${before.deleted}`);
  const later = await make('later');
  await world.admin('PATCH', `/keys/${id}`, { status: 'inactive' });

  turnTo(NOON + 10 * MINUTE);
  await clear();
  await putBack('links', links);
  await putBack('keys', keys);
  return { world, key, ...before, later };
}

const visit = async (alias: string) => {
  const response = await createWorld().visit(alias);
  return [response.status, response.headers.get('Location')];
};

/** What `npm run republish -- --remove` does. */
async function republishAll(world: World): Promise<void> {
  for (let cursor: string | null = null; ; ) {
    const response = await world.admin('POST', '/republish', { cursor, remove: true });
    cursor = ((await response.json()) as { nextCursor: string | null }).nextCursor;
    if (cursor === null) return;
  }
}

it('KV and the objects agree with the restored D1 after the steps of docs/operating/backup.md', async () => {
  expect(statements).toHaveLength(3);
  const { world, key, plain, limited, deleted, later } = await goneBack();
  const codes = [plain, limited, deleted, later];
  const before = await differing(codes);
  for (const sql of statements) await env.DB.prepare(sql).run();
  await republishAll(world);
  for (const minutes of [11, 12]) {
    turnTo(NOON + minutes * MINUTE);
    await world.cron();
  }
  const after = await differing(codes);
  expect([before, after]).toEqual([codes, []]);
  for (const alias of [plain, limited, deleted]) expect(await visit(alias)).toEqual([302, FIRST]);
  expect(await visit(later)).toEqual([404, null]);
  // The cron pushes the records of only 100 keys a minute. A call makes the object of its key read the record.
  await world.v2(key, 'GET', '/usage');
  expect((await world.v2(key, 'GET', '/usage')).status).toBe(200);
});
