/** Publishing while puts fail, land late or overtake one another: in the end KV equals D1, and a dead link is 410. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { KV_DOWN, KV_TOO_MANY, LateCalls, pass, Tap, tappedKv } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const puts = new Tap();
const world = createWorld({ ROUTES: tappedKv(env.ROUTES, puts, ['put']) });
const turnTo = fakeClock();

beforeEach(async () => {
  puts.fault = pass;
  // The cron publishes all dirty links, and other tests leave dirty links with other clocks.
  await env.DB.batch([
    env.DB.prepare('UPDATE links SET dirty = 0'),
    env.DB.prepare('UPDATE denylist SET dirty = 0, put_at = 0, quiet_at = 0'),
  ]);
  turnTo(NOON);
});

const readRow = async (code: string) =>
  (await env.DB.prepare('SELECT version, dirty FROM links WHERE code = ?1')
    .bind(code)
    .first<{ version: number; dirty: number }>()) as { version: number; dirty: number };
const readEntry = async (code: string) => decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '');
const readStatus = async (code: string) => (await world.visit(code)).status;
const runCronAt = async (at: number) => {
  turnTo(at);
  await world.cron();
};

async function newLink(options: Record<string, unknown> = {}) {
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('publish');
  const made = await world.shorten(key, { url: 'https://example.com', alias, ...options });
  expect(made.status).toBe(201);
  return { key, alias };
}
const remove = async (key: string, alias: string) => (await world.v2(key, 'DELETE', `/links/${alias}`)).status;

describe('a creation whose put fails', () => {
  it('responds 201, its first visit is 302 from D1, and a later visit repairs KV', async () => {
    puts.fault = KV_DOWN;
    const { alias } = await newLink();
    puts.fault = pass;
    const visits = [await readStatus(alias)];
    turnTo(NOON + 40_000);
    visits.push(await readStatus(alias));
    expect(visits).toEqual([302, 302]);
    expect(await readEntry(alias)).toMatchObject({ state: 'live', version: 1 });
    expect((await readRow(alias)).dirty).toBe(0);
  });

  it('is repaired by one put, although thirty visitors miss at once', async () => {
    puts.fault = KV_DOWN;
    const { alias } = await newLink();
    puts.fault = pass;
    turnTo(NOON + 40_000);
    const before = puts.calls.length;
    const statuses = await Promise.all(Array.from({ length: 30 }, () => readStatus(alias)));
    expect(new Set(statuses)).toEqual(new Set([302]));
    expect(puts.calls.length - before).toBe(1);
  });
});

describe('a deletion', () => {
  it.each([
    ['fails', KV_DOWN],
    ['is refused as too many', KV_TOO_MANY],
  ])('responds 204 if its put %s, and the cron puts the tombstone', async (_, fault) => {
    const { key, alias } = await newLink();
    puts.fault = fault;
    expect(await remove(key, alias)).toBe(204);
    expect(await readRow(alias)).toMatchObject({ version: 2, dirty: 1 });
    await runCronAt(NOON + 60_000); // this put fails too
    expect((await readRow(alias)).dirty).toBe(1);
    puts.fault = pass;
    await runCronAt(NOON + 120_000);
    expect(await readEntry(alias)).toEqual({ state: 'gone', version: 2, reason: 'DELETED' });
    expect(await readRow(alias)).toMatchObject({ version: 2, dirty: 0 });
    expect(await readStatus(alias)).toBe(410);
  });

  it('is reverted by a late put of the creation, until the next run of the cron', async () => {
    const late = new LateCalls();
    puts.fault = late.fault;
    const { key, alias } = await newLink();
    puts.fault = pass;
    turnTo(NOON + 1_000);
    expect(await remove(key, alias)).toBe(204);
    await late.release();
    expect(await readEntry(alias)).toMatchObject({ state: 'live', version: 1 }); // the late put has replaced the tombstone
    await runCronAt(NOON + 60_000);
    expect(await readEntry(alias)).toMatchObject({ state: 'gone', version: 2 }); // the cron has put it again
    expect((await readRow(alias)).dirty).toBe(0);
  });

  it('40 s after the last put clears the dirty mark itself', async () => {
    const { key, alias } = await newLink();
    turnTo(NOON + 40_000);
    expect(await remove(key, alias)).toBe(204);
    expect(await readRow(alias)).toMatchObject({ version: 2, dirty: 0 });
    const before = puts.calls.length;
    await runCronAt(NOON + 100_000);
    expect(puts.calls.length).toBe(before);
  });
});

describe('the dirty mark', () => {
  it('is cleared only if no put has begun in the 40 s before', async () => {
    const { key, alias } = await newLink();
    turnTo(NOON + 1_000);
    await remove(key, alias);
    const marks: [number, number][] = [];
    for (const at of [30_000, 60_000, 99_999, 140_000]) {
      await runCronAt(NOON + at);
      marks.push([at, (await readRow(alias)).dirty]);
    }
    expect(marks).toEqual([
      [30_000, 1],
      [60_000, 1],
      [99_999, 1],
      [140_000, 0],
    ]);
  });

  it('is cleared with the right entry although two runs of the cron are simultaneous', async () => {
    const { key, alias } = await newLink();
    turnTo(NOON + 1_000);
    puts.fault = KV_DOWN;
    await remove(key, alias);
    puts.fault = pass;
    turnTo(NOON + 60_000);
    await Promise.all([world.cron(), world.cron()]);
    expect(await readEntry(alias)).toMatchObject({ state: 'gone', version: 2 });
    await runCronAt(NOON + 120_000);
    const row = await readRow(alias);
    expect(row).toMatchObject({ version: 2, dirty: 0 });
    expect(await readEntry(alias)).toMatchObject({ state: 'gone', version: 2 });
  });

  it('stays if the body of a change comes slowly and its put begins late', async () => {
    const { key, alias } = await newLink();
    const late = new LateCalls();
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const headers = { Authorization: `Bearer ${world.env.ADMIN_TOKEN}`, 'Content-Type': 'application/json' };
    const blocking = world.call('POST', `/admin/links/${alias}/block`, { headers, body: body.readable });
    await world.v2(key, 'DELETE', '/links/no-such-code'); // the request to block has arrived and waits for its body
    turnTo(NOON + 120_000);
    puts.fault = late.fault;
    const writer = body.writable.getWriter();
    await writer.write(new TextEncoder().encode('{"reason":"x"}'));
    await writer.close();
    expect((await blocking).status).toBe(200);
    puts.fault = pass;
    turnTo(NOON + 121_000);
    expect((await world.admin('POST', `/links/${alias}/unblock`)).status).toBe(200);
    await late.release();
    expect(await readStatus(alias)).toBe(410);
    await runCronAt(NOON + 180_000);
    expect(await readStatus(alias)).toBe(302);
    expect((await readEntry(alias))?.version).toBe((await readRow(alias)).version);
  });

  it('stays if the counter did not get the change, so that the cron sends it', async () => {
    const { key, alias } = await newLink({ maxClicks: 5 });
    const withoutCounters = createWorld({ CLICKS: { getByName: () => ({}) } as never });
    turnTo(NOON + 60_000);
    expect((await withoutCounters.v2(key, 'DELETE', `/links/${alias}`)).status).toBe(503);
    expect((await readRow(alias)).dirty).toBe(1);
    expect(await readStatus(alias)).toBe(410);
    await runCronAt(NOON + 120_000);
    expect((await readRow(alias)).dirty).toBe(0);
  });
});

describe('the denylist', () => {
  it('is published by the cron if its put fails', async () => {
    const { accountId, key } = await world.newKey('PRO');
    const alias = freshAlias('denied');
    await world.shorten(key, { url: 'https://example.com', alias });
    puts.fault = KV_DOWN;
    expect((await world.admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(200);
    puts.fault = pass;
    turnTo(NOON + 30_000);
    expect(await readStatus(alias)).toBe(302);
    await runCronAt(NOON + 60_000);
    expect(await readStatus(alias)).toBe(410);
  });

  it('lacks an account after a late put of an older version, until the next run of the cron', async () => {
    const made = await Promise.all([world.newKey('PRO'), world.newKey('PRO')]);
    const late = new LateCalls();
    puts.fault = late.fault;
    await world.admin('POST', `/accounts/${made[0]?.accountId}/suspend`);
    puts.fault = pass;
    turnTo(NOON + 1_000);
    await world.admin('POST', `/accounts/${made[1]?.accountId}/suspend`);
    await late.release();
    await runCronAt(NOON + 60_000);
    const text = (await env.ROUTES.get('denylist')) as string;
    for (const { accountId } of made) expect(text).toContain(accountId);
    expect(await env.DB.prepare('SELECT dirty FROM denylist').first('dirty')).toBe(0);
  });
});
