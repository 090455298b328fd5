/**
 * The columns of links: they agree with the schema, and with the columns and the announcement of the redirect worker.
 */
import { env } from 'cloudflare:workers';
import { eq, getTableColumns } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { LINK_COLUMNS } from '#store/link-row';
import { ANNOUNCE } from '#store/publish';
import { createWorld, freshAlias } from '#testkit/world';
import { announced, openDatabase } from './database';
import { columnsWhere, LINK_FIELDS } from './link-columns';
import { links } from './schema';

const world = createWorld();

it('the table of columns has every column of the schema once, in the order of the schema', () => {
  expect(columnsWhere(() => true).map(({ name }) => name)).toEqual(Object.keys(getTableColumns(links)));
});

it('both workers read a link from the same columns', () => {
  const names = Object.values(LINK_FIELDS).map(({ name }) => name);
  expect(names.sort()).toEqual(LINK_COLUMNS.split(', ').sort());
});

it('an erased link keeps only its code, its owner, its times, its limit and its block', () => {
  const kept = columnsWhere(({ erased }) => erased === 'kept').map(({ name }) => name);
  const named = ['code', 'alias', 'id', 'accountId', 'createdAt', 'expiresAt', 'maxClicks', 'blocked', 'checkedAt'];
  expect(kept).toEqual(named);
  const updated = columnsWhere(({ erased }) => erased === 'updated').map(({ name }) => name);
  expect(updated).toEqual(['version', 'dirty', 'putAt', 'quietAt']);
});

it.each([
  ['long after the last put', 1_000_000],
  ['while the last put may still be running', 10],
  ['if the clock of the change lags behind', -1_000_000],
])('both workers set the same columns to announce a put, %s', async (_, later) => {
  const { key } = await world.newKey();
  const [one, other] = [freshAlias('put'), freshAlias('put')];
  for (const alias of [one, other]) await world.shorten(key, { url: 'https://example.com/', alias });
  await env.DB.prepare('UPDATE links SET put_at = ?2, quiet_at = ?3 WHERE code IN (?1, ?4)')
    .bind(one, 5_000_000, 5_000_500, other)
    .run();
  const now = 5_000_000 + later;
  await env.DB.prepare(`UPDATE links SET ${ANNOUNCE} WHERE code = ?2`).bind(now, one).run();
  await openDatabase(env.DB).update(links).set(announced(links, now)).where(eq(links.code, other));
  const readState = (code: string) =>
    env.DB.prepare('SELECT dirty, put_at, quiet_at FROM links WHERE code = ?1').bind(code).first();
  expect(await readState(other)).toEqual(await readState(one));
});
