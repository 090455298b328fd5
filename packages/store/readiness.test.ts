/** Tests GET /health/ready and /.ready, which tell whether the service is ready (specification 16.1). */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { D1_DOWN, pass, Tap, tappedD1 } from '#testkit/faults';
import { createWorld, type World } from '#testkit/world';
import { NEWEST_MIGRATION } from './readiness';

const turnTo = fakeClock();

const PLACES: readonly [string, (world: World) => Promise<Response>][] = [
  ['GET /health/ready', (world) => world.call('GET', '/health/ready')],
  ['GET /.ready', (world) => world.visit('.ready')],
];

/** A world in which every call of D1 passes through a tap. */
function tappedWorld() {
  const tap = new Tap();
  return { tap, world: createWorld({ DB: tappedD1(env.DB, tap) }) };
}

it('the newest migration that the workers look for is the last file of migrations/', () => {
  expect(env.TEST_MIGRATIONS.at(-1)?.name).toBe(NEWEST_MIGRATION);
});

describe.each(PLACES)('%s', (_, ask) => {
  afterEach(async () => {
    await env.DB.prepare('INSERT OR IGNORE INTO d1_migrations (name) VALUES (?1)').bind(NEWEST_MIGRATION).run();
  });

  it('is 200 on a database that has every migration', async () => {
    const response = await ask(createWorld());
    expect([response.status, await response.json()]).toEqual([200, { status: 'ok' }]);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
  });

  it('is 503 with Retry-After while the newest migration is missing', async () => {
    await env.DB.prepare('DELETE FROM d1_migrations WHERE name = ?1').bind(NEWEST_MIGRATION).run();
    const response = await ask(createWorld());
    expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '5']);
    expect(await response.json()).toMatchObject({ statusCode: 503, errorType: 'UNAVAILABLE', retryAfter: 5 });
  });

  it('is 503 while D1 does not respond, and 200 at most five seconds after it responds again', async () => {
    turnTo(NOON);
    const { tap, world } = tappedWorld();
    tap.fault = D1_DOWN;
    expect((await ask(world)).status).toBe(503);
    tap.fault = pass;
    turnTo(NOON + 4_999);
    expect((await ask(world)).status).toBe(503);
    turnTo(NOON + 5_000);
    expect((await ask(world)).status).toBe(200);
    tap.fault = D1_DOWN;
    turnTo(NOON + 10_000);
    expect((await ask(world)).status).toBe(503);
  });

  it('reads D1 once in five seconds, however many ask at once', async () => {
    turnTo(NOON);
    const { tap, world } = tappedWorld();
    const responses = await Promise.all(Array.from({ length: 20 }, () => ask(world)));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    turnTo(NOON + 4_999);
    expect((await ask(world)).status).toBe(200);
    expect(tap.calls).toHaveLength(1);
    turnTo(NOON + 5_000);
    expect((await ask(world)).status).toBe(200);
    expect(tap.calls).toHaveLength(2);
  });
});

it('both addresses respond over plain http', async () => {
  const world = createWorld();
  expect((await world.call('GET', 'http://api.example.com/health/ready')).status).toBe(200);
  expect((await world.visit('http://s.example.com/.ready')).status).toBe(200);
});

it('both addresses read nothing for a method that they do not have', async () => {
  const { tap, world } = tappedWorld();
  const statuses = [
    (await world.call('POST', '/health/ready')).status,
    (await world.call('OPTIONS', '/health/ready')).status,
    (await world.visit('.ready', { method: 'POST' })).status,
    (await world.visit('.ready', { method: 'OPTIONS' })).status,
  ];
  expect([statuses, tap.calls]).toEqual([[405, 204, 405, 204], []]);
});
