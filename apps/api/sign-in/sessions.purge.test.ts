/** The purge deletes a row from the millisecond at which it expires, and leaves all other rows. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Env } from '#api/platform/env';
import { createWorld } from '#testkit/world';
import { purgeConsole } from './sessions';

const api = createWorld().env as Env;

/** A time long before any other row of these tables expires. */
const NOW = 1_000;

it.each([
  ['sessions', 'id, account_id, agent, created_at, seen_at', "?1, 'legacy', 'Firefox', 1, 1"],
  ['sign_in_links', 'account_id', "'legacy'"],
  ['challenges', 'purpose, account_id', "'sign-in', 'legacy'"],
])('expired rows of %s are deleted, and no others', async (table, columns, values) => {
  const rows = ['over', 'ending', 'good'].map((name, index) => [`${table}-${name}`, NOW - 1 + index] as const);
  const insert = `INSERT INTO ${table} (digest, expires_at, ${columns}) VALUES (?1, ?2, ${values})`;
  await env.DB.batch(rows.map((row) => env.DB.prepare(insert).bind(...row)));
  await purgeConsole(api, NOW);
  const left = env.DB.prepare(`SELECT digest FROM ${table} WHERE expires_at < 2 * ?1`).bind(NOW);
  expect((await left.all()).results).toEqual([{ digest: `${table}-good` }]);
  await purgeConsole(api, NOW + 1);
  expect((await left.all()).results).toEqual([]);
});
