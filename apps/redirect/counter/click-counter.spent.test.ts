/**
 * Tests the last click of a limited link. Row and edge entry become tombstones after every fault of a store. From then
 * on no response reveals the destination.
 */
import { evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import {
  D1_DOWN,
  failing,
  firstCalls,
  KV_DOWN,
  KV_TOO_MANY,
  losingResponses,
  rebind,
  staleKv,
  Tap,
  tappedD1,
  tappedKv,
  tappedObjects,
} from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

/** Makes a limited link and uses up its clicks. The alarm of its counter runs only when the test runs it. */
async function spentLink(maxClicks = 1) {
  turnTo(NOON);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('spent');
  await world.shorten(key, { url: 'https://example.com/secret-end', alias, maxClicks });
  const counter = env.CLICKS.getByName((await readRow(alias)).id);
  for (let i = 0; i < maxClicks; i++) expect((await world.visit(alias)).status).toBe(302);
  return { alias, key, counter };
}

type Row = { id: string; gone: string | null; version: number; dirty: number };
const readRow = async (code: string) =>
  (await env.DB.prepare('SELECT id, gone, version, dirty FROM links WHERE code = ?1').bind(code).first<Row>()) as Row;
const readEntry = async (code: string) => decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '');

describe('the last click', () => {
  it('makes the row and the edge entry tombstones, so that later visits do not call the counter', async () => {
    const { alias, counter } = await spentLink(2);
    expect((await world.visit(alias)).status).toBe(410);
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect((await readRow(alias)).gone).toBe('CLICKS');
    expect(await readEntry(alias)).toMatchObject({ state: 'gone', reason: 'CLICKS' });
    const tap = new Tap();
    const response = await createWorld({ CLICKS: tappedObjects(env.CLICKS, tap) }).visit(alias);
    expect([response.status, tap.calls.length]).toEqual([410, 0]);
    expect(await response.json()).toMatchObject({ errorType: 'EXPIRED' });
  });

  it('makes the row a tombstone, even if the counter is evicted before its alarm runs', async () => {
    const { alias, counter } = await spentLink();
    await evictDurableObject(counter);
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect((await readRow(alias)).gone).toBe('CLICKS');
  });

  it.each([
    ['is down', D1_DOWN],
    ['loses its response after the commit', firstCalls(3, losingResponses())],
  ])('makes the row a tombstone by a later alarm if D1 %s', async (_, fault) => {
    const { alias, counter } = await spentLink();
    const tap = new Tap(fault);
    await rebind(counter, { DB: tappedD1(env.DB, tap) });
    for (let ring = 0; ring < 3; ring++) expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect((await world.visit(alias)).status).toBe(410); // until then the counter refuses clicks
    await evictDurableObject(counter);
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect((await readRow(alias)).gone).toBe('CLICKS');
    expect(await readEntry(alias)).toMatchObject({
      state: 'gone',
      reason: 'CLICKS',
      version: (await readRow(alias)).version,
    });
  });

  it.each([
    ['down', KV_DOWN],
    ['refusing puts as too many', KV_TOO_MANY],
  ])('makes the edge entry a tombstone by a later alarm if KV is %s', async (_, fault) => {
    const { alias, counter } = await spentLink();
    await rebind(counter, { ROUTES: tappedKv(env.ROUTES, new Tap(fault)) });
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await readRow(alias)).toMatchObject({ gone: 'CLICKS', dirty: 1 });
    expect(await readEntry(alias)).toMatchObject({ state: 'live' });
    await rebind(counter, {});
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect(await readEntry(alias)).toMatchObject({
      state: 'gone',
      reason: 'CLICKS',
      version: (await readRow(alias)).version,
    });
  });

  it('does not affect a new link that the owner creates with the same code before the alarm runs', async () => {
    const { alias, key, counter } = await spentLink();
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect((await world.shorten(key, { url: 'https://example.com/new', alias })).status).toBe(201);
    expect(await runDurableObjectAlarm(counter)).toBe(true);
    expect((await readRow(alias)).gone).toBeNull();
    expect((await createWorld().visit(alias)).headers.get('Location')).toBe('https://example.com/new');
  });
});

describe('the destination of a limited link', () => {
  const REQUESTS: [string, RequestInit][] = [
    ['', {}],
    ['', { method: 'HEAD' }],
    ['', { method: 'POST', body: 'password=x' }],
    ['', { method: 'OPTIONS' }],
    ['', { method: 'DELETE' }],
    ['?x=1', {}],
    ['#f', {}],
    ['+', {}],
    ['%2B', {}],
    ['/', { method: 'HEAD' }],
    ['', { headers: { Accept: 'text/html' } }],
    ['', { headers: { Purpose: 'prefetch' } }],
    ['', { headers: { 'User-Agent': 'Slackbot 1.0' } }],
  ];

  it('is revealed to no kind of request once the link is spent, both before and after the alarm', async () => {
    const { alias, counter } = await spentLink();
    for (let round = 0; round < 2; round++) {
      for (const [suffix, init] of REQUESTS) {
        for (const code of [alias, alias.toUpperCase()]) {
          const response = await world.visit(code + suffix, init);
          expect([response.status, response.headers.get('Location')]).not.toEqual([
            302,
            'https://example.com/secret-end',
          ]);
          expect(await response.text()).not.toContain('secret-end');
        }
      }
      await runDurableObjectAlarm(counter);
    }
    expect(await counter.count()).toBe(1);
  });

  it('is not revealed by HEAD, which is not a click', async () => {
    turnTo(NOON);
    const { key } = await world.newKey();
    const alias = freshAlias('head');
    await world.shorten(key, { url: 'https://example.com/secret-end', alias, maxClicks: 1 });
    for (let i = 0; i < 5; i++) {
      const head = await world.visit(alias, { method: 'HEAD' });
      expect([head.status, head.headers.get('Location')]).toEqual([200, null]);
    }
    expect((await world.visit(alias)).status).toBe(302);
    expect((await world.visit(alias)).status).toBe(410);
  });

  it('is not revealed once the link is spent, even at a location whose KV still has the old entry', async () => {
    turnTo(NOON);
    const { key } = await world.newKey();
    const alias = freshAlias('location');
    await world.shorten(key, { url: 'https://example.com', alias, maxClicks: 2 });
    const locations = [staleKv(env.ROUTES), staleKv(env.ROUTES), env.ROUTES].map((ROUTES) => createWorld({ ROUTES }));
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++)
      for (const location of locations) statuses.push((await location.visit(alias)).status);
    expect(statuses).toEqual([302, 302, ...Array(7).fill(410)]);
  });

  it('is not revealed while the counter fails, even if KV fails too', async () => {
    turnTo(NOON);
    const { key } = await world.newKey();
    const alias = freshAlias('away');
    await world.shorten(key, { url: 'https://example.com', alias, maxClicks: 2 });
    const CLICKS = tappedObjects(env.CLICKS, new Tap(failing()));
    const worlds = [{ CLICKS }, { CLICKS, ROUTES: tappedKv(env.ROUTES, new Tap(KV_DOWN)) }].map((one) =>
      createWorld(one),
    );
    for (const one of worlds) expect((await one.visit(alias)).status).toBe(503);
  });
});
