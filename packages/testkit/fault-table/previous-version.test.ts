/**
 * The workers of version 0.10.0 run on a migrated database. Their statements work on it, and this version works on the
 * rows that they wrote.
 */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { mintKey, newId } from '#secrets/key-text';
import { createWorld, freshAlias } from '#testkit/world';
import { figure } from './figure';

const LINK_COLUMNS =
  'code, alias, id, account_id, url, created_at, expires_at, max_clicks, password, gone, blocked, version';
const ANNOUNCE = 'dirty = 1, quiet_at = max(quiet_at, put_at + 40000), put_at = max(put_at, ?1)';
const INSERT_KEY = `INSERT INTO keys (account_id, id, name, plan, digest, created_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6 WHERE (SELECT count(*) FROM keys WHERE account_id = ?1 AND status = 'active') < ?7 RETURNING id`;
const READ_KEY = `SELECT k.version, k.account_id, k.name, k.status, coalesce(k.plan, a.plan) AS plan, a.suspended,
  a.reserved_override, k.digest, k.previous_digest, k.previous_ends_at
  FROM keys k JOIN accounts a ON a.id = k.account_id WHERE k.id = ?1`;
const ROTATE_KEY = `UPDATE keys SET previous_digest = digest, previous_ends_at = ?3, digest = ?2, version = version + 1
  WHERE id = ?1 AND status <> 'revoked' RETURNING id`;
const INSERT_LINK = `INSERT INTO links
  (code, alias, id, account_id, url, expires_at, max_clicks, password, threat, created_at, put_at, quiet_at)
  VALUES (?2, ?2, ?3, ?4, ?5, NULL, NULL, NULL, NULL, ?1, ?1, ?1) RETURNING ${LINK_COLUMNS}, dirty`;
const EDIT_LINK = `UPDATE links SET url = ?3, version = version + 1, ${ANNOUNCE} WHERE code = ?2 RETURNING ${LINK_COLUMNS}`;
const READ_LINK = `SELECT ${LINK_COLUMNS} FROM links WHERE code = ?1`;

/** Matches migrations that would break the previous version. */
const TAKES_AWAY =
  /\bDROP (TABLE|COLUMN)\b|\bRENAME\b|\bADD COLUMN (?!.*\bDEFAULT\b).*\bNOT NULL\b|\bCREATE UNIQUE INDEX\b/;
/** The last migration of version 0.10.0. */
const PREVIOUS = '0006';

const world = createWorld();
const run = <T>(sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .first<T>();

it('0.10.0 makes, reads and changes links and keys of the migrated database, and this version goes on with them', async () => {
  const { accountId } = await world.newKey('PRO');
  const [id, alias, now] = [newId(), freshAlias('previous'), Date.now()];
  const [first, second] = [await mintKey(id), await mintKey(id)];
  expect(await run(INSERT_KEY, accountId, id, 'of 0.10.0', 'PRO', first.digest, now, 10)).toEqual({ id });
  expect(await run(INSERT_LINK, now, alias, newId(), accountId, 'https://example.com/first')).toMatchObject({
    version: 1,
    dirty: 0,
  });

  expect((await world.v2(first.text, 'PATCH', `/links/${alias}`, { maxClicks: 2 })).status).toBe(200);
  expect((await world.visit(alias)).headers.get('Location')).toBe('https://example.com/first');
  expect((await world.admin('PATCH', `/keys/${id}`, { name: 'of this version' })).status).toBe(200);
  expect(await run(READ_KEY, id)).toMatchObject({ version: 2, name: 'of this version', status: 'active' });
  expect(await run(READ_LINK, alias)).toMatchObject({ version: 2, max_clicks: 2 });

  expect(await run(EDIT_LINK, now, alias, 'https://example.com/second')).toMatchObject({ version: 3 });
  expect(await run(ROTATE_KEY, id, second.digest, now + 86_400_000)).toEqual({ id });
  const edited = await world.v2(first.text, 'PATCH', `/links/${alias}`, { expiresIn: 60 });
  expect(await edited.json()).toMatchObject({ url: 'https://example.com/second', maxClicks: 2 });
  const visit = await createWorld().visit(alias);
  expect(visit.headers.get('Location')).toBe('https://example.com/second');
  figure('F42', `a link and a key of 0.10.0, changed by both versions in turn: ${edited.status} and ${visit.status}`);
});

it('a migration takes nothing away that the previous version reads or writes', () => {
  const later = env.TEST_MIGRATIONS.filter(({ name }) => name.slice(0, PREVIOUS.length) > PREVIOUS);
  expect(later.length).toBeGreaterThan(0);
  const queries = later.flatMap(({ queries }) => queries.map((sql) => sql.replace(/--.*$/gm, '').replace(/\s+/g, ' ')));
  // The previous version does not know a table that these migrations make.
  const made = queries.flatMap((sql) => /CREATE TABLE (\w+)/.exec(sql)?.[1] ?? []);
  const isOfMade = (sql: string) => made.some((table) => sql.includes(` ON ${table} (`));
  expect(queries.filter((sql) => TAKES_AWAY.test(sql) && !isOfMade(sql))).toEqual([]);
});
