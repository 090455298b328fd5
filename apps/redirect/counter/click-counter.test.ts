/** Tests the counter of a limited link: its click ids, its limits and its alarm. */
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Limits } from '#domain/click-limits';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, firstCalls, losingResponses, OVERLOADED, rebind, staleKv, Tap, tappedObjects } from '#testkit/faults';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const getCounter = (linkId: string) => env.CLICKS.getByName(linkId);

async function newLink(maxClicks: number) {
  const { key } = await world.newKey('PRO');
  const made = await world.shorten(key, { url: 'https://example.com/end', maxClicks });
  const { shortCode: code } = await made.json<{ shortCode: string }>();
  const id = (await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(code).first<string>('id')) as string;
  return { code, id, key };
}

const limits = (linkId: string, more: Partial<Limits> = {}): Limits => ({
  code: 'no-such-code',
  linkId,
  statistics: 'nobody:0',
  version: 1,
  maxClicks: 3,
  expiresAt: null,
  live: true,
  ...more,
});

describe('a click id', () => {
  it('is granted again and counted once if the call is repeated', async () => {
    const id = crypto.randomUUID();
    const responses = await Promise.all(Array.from({ length: 50 }, () => getCounter(id).take('one', limits(id))));
    expect(new Set(responses)).toEqual(new Set(['granted']));
    expect(await getCounter(id).count()).toBe(1);
  });

  it('stays granted even if the link is spent and its object evicted or aborted meanwhile', async () => {
    const id = crypto.randomUUID();
    for (const click of ['one', 'two', 'three']) expect(await getCounter(id).take(click, limits(id))).toBe('granted');
    expect(await getCounter(id).take('four', limits(id))).toBe('refused');
    await evictDurableObject(getCounter(id));
    expect(await getCounter(id).take('two', limits(id))).toBe('granted');
    await abortAllDurableObjects();
    expect(await getCounter(id).take('three', limits(id))).toBe('granted');
    expect(await getCounter(id).take('four', limits(id))).toBe('refused');
    expect(await getCounter(id).count()).toBe(3);
  });

  it('is counted even if the object is evicted before its alarm', async () => {
    const id = crypto.randomUUID();
    turnTo(NOON);
    for (const click of ['one', 'two']) await getCounter(id).take(click, limits(id));
    await evictDurableObject(getCounter(id));
    expect(await getCounter(id).count()).toBe(2);
  });

  it('is sent again if a response is lost, and the visitor is redirected', async () => {
    const { code, id } = await newLink(2);
    const tap = new Tap(firstCalls(1, losingResponses()));
    const losing = createWorld({ CLICKS: tappedObjects(env.CLICKS, tap) });
    expect((await losing.visit(code)).status).toBe(302);
    expect(tap.calls).toHaveLength(2);
    expect(await getCounter(id).count()).toBe(1);
    expect([(await world.visit(code)).status, (await world.visit(code)).status]).toEqual([302, 410]);
  });
});

describe('a counter that cannot be called', () => {
  it.each([
    ['overloaded', OVERLOADED, 1],
    ['failing', failing(), 2],
  ])('makes a visit respond 503 with Retry-After, not a redirect, if it is %s', async (_, fault, calls) => {
    const { code, id } = await newLink(5);
    const tap = new Tap(fault);
    const response = await createWorld({ CLICKS: tappedObjects(env.CLICKS, tap) }).visit(code);
    expect(response.status).toBe(503);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(response.headers.get('Cache-Control')).toBe('no-store');
    expect(response.headers.has('Location')).toBe(false);
    expect(await response.text()).not.toContain('example.com');
    expect(tap.calls).toHaveLength(calls);
    const granted = await getCounter(id).count();
    expect(granted).toBe(0);
  });
});

describe('limits', () => {
  it('are outdated and grant no click if the counter has a newer version, even after an eviction', async () => {
    const id = crypto.randomUUID();
    await getCounter(id).limit(limits(id, { version: 5, maxClicks: 2 }));
    const stale = limits(id, { version: 4, maxClicks: 1_000 });
    expect(await getCounter(id).take('one', stale)).toBe('outdated');
    await evictDurableObject(getCounter(id));
    expect(await getCounter(id).take('two', stale)).toBe('outdated');
    expect(await getCounter(id).count()).toBe(0);
  });

  it.each<[string, Partial<Limits>]>([
    ['that is deleted or blocked', { live: false }],
    ['that has expired', { expiresAt: 1 }],
  ])('refuse every click of a link %s, and a click with older limits is outdated', async (_, newest) => {
    const id = crypto.randomUUID();
    expect(await getCounter(id).take('one', limits(id))).toBe('granted');
    const current = limits(id, { version: 2, ...newest });
    await getCounter(id).limit(current);
    expect(await getCounter(id).take('two', limits(id))).toBe('outdated');
    expect(await getCounter(id).take('three', current)).toBe('refused');
  });

  it('do not affect a click that was granted under older limits', async () => {
    const id = crypto.randomUUID();
    expect(await getCounter(id).take('one', limits(id))).toBe('granted');
    await getCounter(id).limit(limits(id, { version: 2, live: false }));
    expect(await getCounter(id).take('one', limits(id))).toBe('granted');
  });

  it('expire by the clock of the object too, to the millisecond', async () => {
    const id = crypto.randomUUID();
    const ending = limits(id, { expiresAt: NOON });
    turnTo(NOON - 1);
    expect(await getCounter(id).take('one', ending)).toBe('granted');
    turnTo(NOON);
    expect(await getCounter(id).take('two', ending)).toBe('refused');
  });
});

describe('the alarm', () => {
  const rows = (id: string) =>
    runInDurableObject(getCounter(id), (_, { storage }) => storage.sql.exec('SELECT id FROM clicks').toArray().length);
  const ring = (id: string) => runDurableObjectAlarm(getCounter(id));

  it('deletes click ids after 10 minutes without changing the count, even if the object is evicted', async () => {
    const id = crypto.randomUUID();
    turnTo(NOON);
    await getCounter(id).take('one', limits(id));
    turnTo(NOON + 1);
    await getCounter(id).take('two', limits(id));
    turnTo(NOON + 600_000);
    expect(await ring(id)).toBe(true);
    expect(await rows(id)).toBe(1);
    turnTo(NOON + 1_200_001);
    expect(await ring(id)).toBe(true);
    expect(await rows(id)).toBe(0);
    await evictDurableObject(getCounter(id));
    expect(await getCounter(id).count()).toBe(2);
    expect(await getCounter(id).take('three', limits(id))).toBe('granted');
    expect(await getCounter(id).take('four', limits(id))).toBe('refused');
  });

  it('loses no click, even if the clock has stepped back between the clicks', async () => {
    const id = crypto.randomUUID();
    turnTo(NOON);
    await getCounter(id).take('one', limits(id));
    turnTo(NOON - 3_600_000);
    await getCounter(id).take('two', limits(id));
    await getCounter(id).take('three', limits(id));
    turnTo(NOON - 3_000_000);
    expect(await ring(id)).toBe(true);
    await evictDurableObject(getCounter(id));
    const clicks = await getCounter(id).count();
    expect(clicks).toBe(3);
    expect(await getCounter(id).take('four', limits(id))).toBe('refused');
  });
});

describe('a limit that is set on a link that had none', () => {
  const ring = (id: string) => runDurableObjectAlarm(getCounter(id));
  const isAlarmed = (id: string) =>
    runInDurableObject(getCounter(id), async (_, { storage }) => (await storage.getAlarm()) !== null);

  /**
   * Makes a link that is visited `visits` times and then gets a limit. `city` is a location whose KV keeps the old
   * entry.
   */
  async function limitedLater(visits: number, maxClicks: number) {
    turnTo(NOON);
    const { key } = await world.newKey('PRO');
    const made = await world.shorten(key, { url: 'https://example.com/end' });
    const { shortCode: code } = await made.json<{ shortCode: string }>();
    const id = (await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(code).first<string>('id')) as string;
    const city = createWorld({ ROUTES: staleKv(env.ROUTES) });
    for (let i = 0; i < visits; i++) expect((await city.visit(code)).status).toBe(302);
    expect((await world.v2(key, 'PATCH', `/links/${code}`, { maxClicks })).status).toBe(200);
    const readGone = () => env.DB.prepare('SELECT gone FROM links WHERE code = ?1').bind(code).first<string>('gone');
    return { id, code, city, readGone };
  }

  it('continues from the count of the statistics', async () => {
    const { id, code } = await limitedLater(3, 4);
    expect(await getCounter(id).count()).toBe(3);
    expect([(await createWorld().visit(code)).status, (await createWorld().visit(code)).status]).toEqual([302, 410]);
  });

  it('counts late clicks once the statistics have them', async () => {
    const { id, code, city } = await limitedLater(2, 6);
    for (let i = 0; i < 2; i++) expect((await city.visit(code)).status).toBe(302);
    expect(await getCounter(id).count()).toBe(2);
    turnTo(NOON + 6_000);
    expect(await ring(id)).toBe(true);
    expect(await getCounter(id).count()).toBe(4);
    const visits = [];
    for (let i = 0; i < 3; i++) visits.push((await createWorld().visit(code)).status);
    expect(visits).toEqual([302, 302, 410]);
  });

  it('marks a link as gone if late clicks have used it up', async () => {
    const { id, code, city, readGone } = await limitedLater(2, 4);
    for (let i = 0; i < 3; i++) await city.visit(code);
    turnTo(NOON + 6_000);
    expect([await ring(id), await ring(id)]).toEqual([true, true]);
    expect(await readGone()).toBe('CLICKS');
    expect((await createWorld().visit(code)).status).toBe(410);
  });

  it('stops reading the statistics once no more late clicks can arrive', async () => {
    const { id } = await limitedLater(1, 5);
    let rings = 0;
    for (let at = NOON + 6_000; await isAlarmed(id); at += 6_000) {
      turnTo(at);
      await ring(id);
      rings += 1;
    }
    expect(rings).toBe(15);
  });

  it('grants no click while the statistics fail', async () => {
    const id = crypto.randomUUID();
    const away = { STATISTICS: tappedObjects(env.STATISTICS, new Tap(failing())) };
    expect(await getCounter(id).take('one', limits(id))).toBe('granted');
    await rebind(getCounter(id), away);
    const lifted = limits(id, { version: 2, maxClicks: null });
    const again = limits(id, { version: 3 });
    await getCounter(id).limit(lifted);
    const tried = (async () => await getCounter(id).take('two', again))().catch(() => 'thrown');
    expect(await tried).toBe('thrown');
    await rebind(getCounter(id), {});
    expect(await getCounter(id).take('two', again)).toBe('granted');
  });

  it('causes no read of the statistics if the link had a limit before', async () => {
    const id = crypto.randomUUID();
    const tap = new Tap();
    expect(await getCounter(id).take('one', limits(id))).toBe('granted');
    await rebind(getCounter(id), { STATISTICS: tappedObjects(env.STATISTICS, tap) });
    for (let version = 2; version < 6; version++)
      await getCounter(id).limit(limits(id, { version, maxClicks: version }));
    await getCounter(id).limit(limits(id, { version: 6, live: false }));
    expect(tap.calls).toEqual([]);
    await getCounter(id).limit(limits(id, { version: 7 }));
    await getCounter(id).limit(limits(id, { version: 9 }));
    expect(tap.calls).toEqual(['readLink', 'readLink']);
  });
});
