/**
 * Faults of size: the largest possible requests against the limits of D1. workerd itself allows larger rows and
 * strings.
 */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { wrap } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

/** The limits of D1. */
const PARAMETERS = 100;
const STATEMENT_BYTES = 100_000;
const VALUE_BYTES = 2_000_000;

const countBytes = (text: string) => new TextEncoder().encode(text).length;

/** A D1 that records the greatest number of parameters, the longest statement and the longest value. */
function measuredD1() {
  const most = { parameters: 0, statementBytes: 0, valueBytes: 0 };
  const measured = <T extends D1Database | D1DatabaseSession>(db: T): T =>
    wrap(db, {
      prepare: (sql: string) => {
        most.statementBytes = Math.max(most.statementBytes, countBytes(sql));
        const statement = db.prepare(sql);
        return wrap(statement, {
          bind: (...values: unknown[]) => {
            const texts = values.filter((value) => typeof value === 'string');
            most.parameters = Math.max(most.parameters, values.length);
            most.valueBytes = Math.max(most.valueBytes, ...texts.map(countBytes));
            return statement.bind(...values);
          },
        });
      },
      ...('withSession' in db && { withSession: (start?: string) => measured(db.withSession(start)) }),
    });
  return { DB: measured(env.DB), most };
}

const EVERYTHING = { url: 'https://example.com/'.padEnd(8_192, 'a'), expiresIn: 60, maxClicks: 9, password: 'word' };

/** Fifty items with every option and long destinations. */
const largestBatch = () => Array.from({ length: 50 }, () => ({ ...EVERYTHING, alias: freshAlias('size') }));

/** The number of hosts that fit into a body of 1 MiB. */
const longestHosts = () =>
  Array.from({ length: 4_400 }, (_, n) => `${'a.'.repeat(110)}${String(n).padStart(4, '0')}.test`);

it('the largest requests stay below the limits of D1 for one statement', async () => {
  const { DB, most } = measuredD1();
  const world = createWorld({ DB });
  const { key } = await world.newKey('PRO');
  for (const query of ['', '?atomic=true']) {
    const response = await world.shortenBatch(key, largestBatch(), query);
    expect(response.status).toBe(200);
    const { summary } = await response.json<{ summary: unknown }>();
    expect(summary).toEqual({ total: 50, succeeded: 50, failed: 0 });
  }
  const alias = freshAlias('size');
  expect((await world.shorten(key, { ...EVERYTHING, alias })).status).toBe(201);
  expect((await world.v2(key, 'PATCH', `/links/${alias}`, EVERYTHING)).status).toBe(200);
  expect((await world.admin('PUT', '/blocked-hosts', { hosts: longestHosts() })).status).toBe(200);
  expect((await world.admin('PUT', '/blocked-hosts', { hosts: [] })).status).toBe(200);

  expect(most.parameters).toBeLessThan(PARAMETERS);
  expect(most.statementBytes).toBeLessThan(STATEMENT_BYTES);
  expect(most.valueBytes).toBeLessThan(VALUE_BYTES);
});

it('local D1 refuses a statement beyond the same limits', async () => {
  const some = (count: number) => Array.from({ length: count }, (_, n) => n);
  const placeholders = (count: number) =>
    some(count)
      .map(() => '?')
      .join(',');
  const bound = (count: number) =>
    env.DB.prepare(`SELECT ${placeholders(count)}`)
      .bind(...some(count))
      .run();
  await expect(bound(PARAMETERS)).resolves.toBeDefined();
  await expect(bound(PARAMETERS + 1)).rejects.toThrow('too many SQL variables');
  const long = (bytes: number) => env.DB.prepare(`SELECT 1 /*${'x'.repeat(bytes - 13)}*/`).run();
  await expect(long(STATEMENT_BYTES)).resolves.toBeDefined();
  await expect(long(STATEMENT_BYTES + 1)).rejects.toThrow();
});
