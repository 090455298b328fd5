/** A dead link stays 410: in the end KV equals D1, whichever puts fail, come late or overtake one another. */
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { decodeEntry, entryKey } from '#domain/edge-entry';
import { NOON, turnedClock } from '#testkit/clock';
import { figure } from '#testkit/fault-table/figure';
import { KV_DOWN, KV_TOO_MANY, LateCalls, pass, Tap, tappedKv } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const puts = new Tap();
const world = createWorld({ ROUTES: tappedKv(env.ROUTES, puts, ['put']) });
const turnTo = turnedClock();

beforeEach(async () => {
  puts.fault = pass;
  // The cron sweeps all links, and other tests leave dirty ones with clocks of their own.
  await env.DB.batch([
    env.DB.prepare('UPDATE links SET dirty = 0'),
    env.DB.prepare('UPDATE denylist SET dirty = 0, put_at = 0, quiet_at = 0'),
  ]);
  turnTo(NOON);
});

const rowOf = async (code: string) =>
  (await env.DB.prepare('SELECT version, dirty FROM links WHERE code = ?1')
    .bind(code)
    .first<{ version: number; dirty: number }>()) as { version: number; dirty: number };
const entryOf = async (code: string) => decodeEntry((await env.ROUTES.get(entryKey(code))) ?? '');
const visited = async (code: string) => (await world.visit(code)).status;
const sweepAt = async (at: number) => {
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
  it('answers 201, its first visit 302 by D1, and a visit repairs KV', async () => {
    puts.fault = KV_DOWN;
    const { alias } = await newLink();
    puts.fault = pass;
    const visits = [await visited(alias)];
    turnTo(NOON + 40_000);
    visits.push(await visited(alias));
    expect(visits).toEqual([302, 302]);
    expect(await entryOf(alias)).toMatchObject({ state: 'live', version: 1 });
    expect((await rowOf(alias)).dirty).toBe(0);
    figure('F1', `${visits.join(' and ')}; KV repaired by the visit ${(Date.now() - NOON) / 1000} s later`);
  });

  it('is repaired by one put, however many visitors miss at once', async () => {
    puts.fault = KV_DOWN;
    const { alias } = await newLink();
    puts.fault = pass;
    turnTo(NOON + 40_000);
    const before = puts.calls.length;
    const statuses = await Promise.all(Array.from({ length: 30 }, () => visited(alias)));
    expect(new Set(statuses)).toEqual(new Set([302]));
    expect(puts.calls.length - before).toBe(1);
  });
});

describe('a deletion', () => {
  it.each([
    ['fails', KV_DOWN],
    ['is refused as too many', KV_TOO_MANY],
  ])('whose put %s answers 204, and the cron puts the tombstone', async (_, fault) => {
    const { key, alias } = await newLink();
    puts.fault = fault;
    expect(await remove(key, alias)).toBe(204);
    expect(await rowOf(alias)).toMatchObject({ version: 2, dirty: 1 });
    await sweepAt(NOON + 60_000); // fails as well
    expect((await rowOf(alias)).dirty).toBe(1);
    puts.fault = pass;
    await sweepAt(NOON + 120_000);
    expect(await entryOf(alias)).toEqual({ state: 'gone', version: 2, reason: 'DELETED' });
    expect(await rowOf(alias)).toMatchObject({ version: 2, dirty: 0 });
    expect(await visited(alias)).toBe(410);
  });

  it('is undone by a late put of the creation until the next cron at most', async () => {
    const late = new LateCalls();
    puts.fault = late.fault;
    const { key, alias } = await newLink();
    puts.fault = pass;
    turnTo(NOON + 1_000);
    expect(await remove(key, alias)).toBe(204);
    await late.release();
    expect(await entryOf(alias)).toMatchObject({ state: 'live', version: 1 }); // the dead link is back …
    await sweepAt(NOON + 60_000);
    expect(await entryOf(alias)).toMatchObject({ state: 'gone', version: 2 }); // … until the cron
    expect((await rowOf(alias)).dirty).toBe(0);
  });

  it('long after the last put needs no cron', async () => {
    const { key, alias } = await newLink();
    turnTo(NOON + 40_000);
    expect(await remove(key, alias)).toBe(204);
    expect(await rowOf(alias)).toMatchObject({ version: 2, dirty: 0 });
    const before = puts.calls.length;
    await sweepAt(NOON + 100_000);
    expect(puts.calls.length).toBe(before);
  });
});

describe('the dirty mark', () => {
  it('is cleared only where no put has begun in the 40 s before', async () => {
    const { key, alias } = await newLink();
    turnTo(NOON + 1_000);
    await remove(key, alias);
    const marks: [number, number][] = [];
    for (const at of [30_000, 60_000, 99_999, 140_000]) {
      await sweepAt(NOON + at);
      marks.push([at, (await rowOf(alias)).dirty]);
    }
    expect(marks).toEqual([
      [30_000, 1],
      [60_000, 1],
      [99_999, 1],
      [140_000, 0],
    ]);
  });

  it('survives a second cron in the same minute, which comes to the same end', async () => {
    const { key, alias } = await newLink();
    turnTo(NOON + 1_000);
    puts.fault = KV_DOWN;
    await remove(key, alias);
    puts.fault = pass;
    turnTo(NOON + 60_000);
    const before = puts.calls.length;
    await Promise.all([world.cron(), world.cron()]);
    const together = puts.calls.length - before;
    expect(await entryOf(alias)).toMatchObject({ state: 'gone', version: 2 });
    await sweepAt(NOON + 120_000);
    const row = await rowOf(alias);
    expect(row).toMatchObject({ version: 2, dirty: 0 });
    expect(await entryOf(alias)).toMatchObject({ state: 'gone', version: 2 });
    figure('F37', `two crons at once: ${together} puts of one tombstone, its version still ${row.version}`);
  });

  it('stays where the body of a change comes slowly and its put begins late', async () => {
    const { key, alias } = await newLink();
    const late = new LateCalls();
    const body = new TransformStream<Uint8Array, Uint8Array>();
    const headers = { Authorization: `Bearer ${world.env.ADMIN_TOKEN}`, 'Content-Type': 'application/json' };
    const blocking = world.call('POST', `/admin/links/${alias}/block`, { headers, body: body.readable });
    await world.v2(key, 'DELETE', '/links/no-such-code'); // the block has arrived and waits for its body
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
    expect(await visited(alias)).toBe(410);
    await sweepAt(NOON + 180_000);
    expect(await visited(alias)).toBe(302);
    expect((await entryOf(alias))?.version).toBe((await rowOf(alias)).version);
  });

  it('stays where a counter did not get the change, so that the cron sends it', async () => {
    const { key, alias } = await newLink({ maxClicks: 5 });
    const away = createWorld({ CLICKS: { getByName: () => ({}) } as never });
    turnTo(NOON + 60_000);
    expect((await away.v2(key, 'DELETE', `/links/${alias}`)).status).toBe(503);
    expect((await rowOf(alias)).dirty).toBe(1);
    expect(await visited(alias)).toBe(410);
    await sweepAt(NOON + 120_000);
    expect((await rowOf(alias)).dirty).toBe(0);
  });
});

describe('the denylist', () => {
  it('whose put fails is republished by the cron', async () => {
    const { accountId, key } = await world.newKey('PRO');
    const alias = freshAlias('denied');
    await world.shorten(key, { url: 'https://example.com', alias });
    puts.fault = KV_DOWN;
    expect((await world.admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(200);
    puts.fault = pass;
    turnTo(NOON + 30_000);
    expect(await visited(alias)).toBe(302);
    await sweepAt(NOON + 60_000);
    expect(await visited(alias)).toBe(410);
  });

  it('loses an account to a late put of an older one until the next cron at most', async () => {
    const made = await Promise.all([world.newKey('PRO'), world.newKey('PRO')]);
    const late = new LateCalls();
    puts.fault = late.fault;
    await world.admin('POST', `/accounts/${made[0]?.accountId}/suspend`);
    puts.fault = pass;
    turnTo(NOON + 1_000);
    await world.admin('POST', `/accounts/${made[1]?.accountId}/suspend`);
    await late.release();
    await sweepAt(NOON + 60_000);
    const text = (await env.ROUTES.get('denylist')) as string;
    for (const { accountId } of made) expect(text).toContain(accountId);
    expect(await env.DB.prepare('SELECT dirty FROM denylist').first('dirty')).toBe(0);
  });
});
