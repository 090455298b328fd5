/** Tests what an isolate or an object deletes after a visit, neither too late nor too early. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { Tap, tappedD1, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';

const operator = createWorld();
const turnTo = fakeClock();
const NOW = Date.UTC(2031, 5, 15, 12, 0, 7, 457);
const HOUR = 3_600_000;

async function newLink(options: Record<string, unknown>) {
  turnTo(NOW);
  const { key } = await operator.newKey('PRO');
  const alias = freshAlias('forget');
  expect((await operator.shorten(key, { url: 'https://example.com/', alias, ...options })).status).toBe(201);
  const id = await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(alias).first<string>('id');
  return { key, alias, counter: env.CLICKS.getByName(id ?? '') };
}

const readStatus = async (here: World, alias: string, headers: Record<string, string> = {}) =>
  (await here.visit(alias, { headers })).status;

describe('an isolate that has cached a link', () => {
  it('reads KV again once the counter has refused a click', async () => {
    const { alias, counter } = await newLink({ maxClicks: 1 });
    const tap = new Tap();
    const here = createWorld({ CLICKS: tappedObjects(env.CLICKS, tap) });
    expect([await readStatus(here, alias), await readStatus(here, alias)]).toEqual([302, 410]);
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    tap.calls.length = 0;
    expect(await readStatus(here, alias)).toBe(410);
    expect(tap.calls).toEqual([]);
  });

  it('reads KV again once an attempt at a password has found the link deleted', async () => {
    const { key, alias } = await newLink({ password: 'word' });
    const here = createWorld();
    expect(await readStatus(here, alias)).toBe(200);
    await operator.v2(key, 'DELETE', `/links/${alias}`);
    expect(await readStatus(here, alias, { 'X-Link-Password': 'word' })).toBe(410);
    expect(await readStatus(here, alias)).toBe(410);
  });
});

it('an isolate refuses a client that has requested too many unknown codes without reading D1', async () => {
  turnTo(NOW);
  const tap = new Tap();
  const MISSES = { limit: async () => ({ success: false }) } as unknown as RateLimit;
  const here = createWorld({ DB: tappedD1(env.DB, tap), MISSES });
  const headers = { 'CF-Connecting-IP': '192.0.2.77' };
  expect(await readStatus(here, freshAlias('none'), headers)).toBe(429);
  expect(tap.calls.length).toBeGreaterThan(0);
  tap.calls.length = 0;
  expect(await readStatus(here, freshAlias('none'), headers)).toBe(429);
  expect(tap.calls).toEqual([]);
});

describe('attempts at a password', () => {
  const attemptsIn = (counter: DurableObjectStub) =>
    runInDurableObject(counter, (_, { storage }) => {
      const hasTable = storage.sql.exec("SELECT 1 FROM sqlite_master WHERE name = 'attempts'").toArray().length > 0;
      return hasTable ? storage.sql.exec<{ n: number }>('SELECT count(*) AS n FROM attempts').one().n : 0;
    });

  it('are deleted by the alarm once they no longer count, and no earlier', async () => {
    const { alias, counter } = await newLink({ password: 'word' });
    for (let i = 0; i < 3; i++) {
      turnTo(NOW + i);
      expect(await readStatus(createWorld(), alias, { 'X-Link-Password': 'wrong' })).toBe(401);
    }
    turnTo(NOW + HOUR);
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await attemptsIn(counter)).toBe(2);
    turnTo(NOW + HOUR + 2);
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await attemptsIn(counter)).toBe(0);
    expect(await runDurableObjectAlarm(counter)).toBe(false);
  });
});
