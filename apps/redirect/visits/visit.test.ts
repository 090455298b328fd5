/** Tests visits to expiring, gone and blocked links, and visits while a store fails. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { D1_DOWN, failing, firstCalls, KV_DOWN, onlyFor, staleKv, Tap, tappedD1, tappedKv } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const URL_ = 'https://example.com/secret-end';

async function newLink(options: Record<string, unknown> = {}, through = world) {
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('visit');
  const made = await through.shorten(key, { url: URL_, alias, ...options });
  if (made.status !== 201) throw new Error(await made.text());
  return { key, alias, link: await made.json<{ expiresAt: string }>() };
}

const expectGone = async (response: Response, errorType = 'EXPIRED') => {
  expect(response.status).toBe(410);
  expect(response.headers.has('Location')).toBe(false);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const text = await response.text();
  expect(text).not.toContain('secret-end');
  expect(JSON.parse(text)).toMatchObject({ statusCode: 410, error: 'Gone', errorType });
};

describe('an expiring link', () => {
  it.each<[string, Record<string, unknown>]>([
    ['without other limits', {}],
    ['with a click limit', { maxClicks: 100 }],
  ])('(%s) redirects 1 ms before its end, and is gone at its end and later', async (_, options) => {
    turnTo(NOON);
    const { alias, link } = await newLink({ expiresIn: 60, ...options });
    const end = NOON + 60_000;
    expect(link.expiresAt).toBe(new Date(end).toISOString());
    turnTo(end - 1);
    const last = await world.visit(alias);
    expect([last.status, last.headers.get('Location')]).toEqual([302, URL_]);
    for (const moment of [end, end + 1]) {
      turnTo(moment);
      const response = await world.visit(alias);
      await expectGone(response);
      expect((await world.visit(alias, { method: 'HEAD' })).status).toBe(410);
    }
  });

  it('responds with 410, never with 404, after KV has dropped its entry', async () => {
    turnTo(NOON);
    const { alias } = await newLink({ expiresIn: 60 });
    await env.ROUTES.delete(makeEntryKey(alias));
    turnTo(NOON + 59_999);
    expect((await world.visit(alias)).status).toBe(302);
    await env.ROUTES.delete(makeEntryKey(alias));
    turnTo(NOON + 60_000);
    await expectGone(await world.visit(alias));
    await env.ROUTES.delete(makeEntryKey(alias));
    turnTo(NOON + 400 * 86_400_000);
    const late = await world.visit(alias);
    await expectGone(late);
  });

  it('stays in KV for at least a day after its end', async () => {
    turnTo(NOON);
    const { alias } = await newLink({ expiresIn: 60 });
    const { keys } = await env.ROUTES.list({ prefix: makeEntryKey(alias) });
    expect(keys[0]?.expiration).toBeGreaterThanOrEqual((NOON + 60_000) / 1000 + 86_400);
  });

  it('with the shortest lifetime is created even if its put to KV takes 50 s, and expires on time', async () => {
    turnTo(NOON);
    const slow = tappedKv(
      env.ROUTES,
      new Tap(async (call) => {
        turnTo(NOON + 50_000);
        return call();
      }),
      ['put'],
    );
    const { alias } = await newLink({ expiresIn: 60 }, createWorld({ ROUTES: slow }));
    turnTo(NOON + 59_999);
    const last = await world.visit(alias);
    expect(last.status).toBe(302);
    turnTo(NOON + 60_000);
    const gone = await world.visit(alias);
    await expectGone(gone);
  });
});

describe('a link', () => {
  it('responds with 410 at once after its deletion, by KV and by D1', async () => {
    const { alias, key } = await newLink();
    expect((await world.v2(key, 'DELETE', `/links/${alias.toUpperCase()}`)).status).toBe(204);
    await expectGone(await world.visit(alias));
    await env.ROUTES.delete(makeEntryKey(alias));
    await expectGone(await world.visit(alias));
    expect((await world.v2(key, 'DELETE', `/links/${alias}`)).status).toBe(204);
  });

  it('responds with 410 BLOCKED at once after the operator has blocked it, by KV and by D1, until it is unblocked', async () => {
    const { alias } = await newLink();
    const blocked = await world.admin('POST', `/links/${alias}/block`, { reason: 'phishing' });
    expect(await blocked.json()).toMatchObject({ shortCode: alias, blocked: true, reason: 'phishing' });
    await expectGone(await world.visit(alias), 'BLOCKED');
    await env.ROUTES.delete(makeEntryKey(alias));
    await expectGone(await world.visit(alias), 'BLOCKED');
    await world.admin('POST', `/links/${alias}/unblock`);
    expect((await world.visit(alias)).status).toBe(302);
  });

  it.each<[string, 'EXPIRED' | 'BLOCKED', (alias: string, key: string) => Promise<Response>]>([
    ['deleted', 'EXPIRED', (alias, key) => world.v2(key, 'DELETE', `/links/${alias}`)],
    ['blocked', 'BLOCKED', (alias) => world.admin('POST', `/links/${alias}/block`, { reason: 'x' })],
  ])(
    'that is limited and %s does not redirect, even at a location whose KV has the old entry',
    async (_, type, stop) => {
      const { alias, key } = await newLink({ maxClicks: 50 });
      const elsewhere = createWorld({ ROUTES: staleKv(env.ROUTES) });
      expect((await elsewhere.visit(alias)).status).toBe(302);
      expect((await stop(alias, key)).ok).toBe(true);
      await expectGone(await elsewhere.visit(alias), type);
      await expectGone(await createWorld().visit(alias), type);
    },
  );

  it('cannot be deleted by another account, which gets the 404 of an unknown code', async () => {
    const { alias } = await newLink();
    const other = await world.newKey();
    const foreign = await world.v2(other.key, 'DELETE', `/links/${alias}`);
    const unknown = await world.v2(other.key, 'DELETE', '/links/no-such-code');
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect((await foreign.json<{ message: string }>()).message).toBe(
      (await unknown.json<{ message: string }>()).message,
    );
    expect((await world.visit(alias)).status).toBe(302);
  });
});

describe('a visit while a store fails', () => {
  const without = (kv: Tap | null, d1: Tap | null) =>
    createWorld({
      ...(kv !== null && { ROUTES: tappedKv(env.ROUTES, kv) }),
      ...(d1 !== null && { DB: tappedD1(env.DB, d1) }),
    });

  it('is redirected by a new link even if KV has cached a miss of its code', async () => {
    const { key } = await world.newKey();
    const alias = freshAlias('probed');
    const elsewhere = createWorld({ ROUTES: staleKv(env.ROUTES) });
    expect((await elsewhere.visit(alias)).status).toBe(404);
    await world.shorten(key, { url: URL_, alias });
    const { status } = await elsewhere.visit(alias);
    expect(status).toBe(302);
  });

  it('gets 302, 404 or 410 by D1 while KV is down', async () => {
    const { alias, key } = await newLink();
    const kvDown = () => without(new Tap(KV_DOWN), null); // each world is an isolate with an empty cache
    const responses = await Promise.all(Array.from({ length: 20 }, () => kvDown().visit(alias)));
    const found = responses.filter(({ status }) => status === 302);
    expect(found).toHaveLength(20);
    expect((await kvDown().visit('no-such-code')).status).toBe(404);
    await world.v2(key, 'DELETE', `/links/${alias}`);
    await expectGone(await kvDown().visit(alias));
  });

  it('is redirected by KV while D1 is down', async () => {
    const { alias } = await newLink();
    const tap = new Tap(D1_DOWN);
    const responses = await Promise.all(Array.from({ length: 20 }, () => without(null, tap).visit(alias)));
    const found = responses.filter(({ status }) => status === 302);
    expect(found).toHaveLength(20);
    expect(tap.calls).toEqual([]);
  });

  it.each(['', 'null', '{', '{"f":99,"s":"live","v":1}', 'https://example.com'])(
    'is redirected by D1 if the value in KV is %j, and the value is repaired',
    async (garbage) => {
      turnTo(NOON);
      const { alias } = await newLink();
      await env.ROUTES.put(makeEntryKey(alias), garbage);
      turnTo(NOON + 60_000);
      const response = await world.visit(alias);
      expect(response.headers.get('Location')).toBe(URL_);
      const repaired = (await env.ROUTES.get(makeEntryKey(alias))) as string;
      expect(decodeEntry(repaired)).toMatchObject({ state: 'live', target: { location: URL_ } });
    },
  );

  it.each<[string, Tap]>([
    ['has nothing', new Tap(async () => null)],
    ['fails', new Tap(KV_DOWN)],
  ])('gets 503 with Retry-After, never 404, if KV %s and D1 is down', async (_, kv) => {
    const { alias } = await newLink();
    for (const d1 of [D1_DOWN, failing('Network connection lost.')]) {
      for (const code of [alias, 'no-such-code']) {
        const response = await without(kv, new Tap(d1)).visit(code);
        expect(response.status).toBe(503);
        expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
        expect(response.headers.get('Cache-Control')).toBe('no-store');
        expect(await response.json()).toMatchObject({ statusCode: 503, errorType: 'UNAVAILABLE' });
      }
    }
  });

  it('repairs a missing value of KV even if an earlier repair failed', async () => {
    turnTo(NOON);
    const { alias } = await newLink();
    await env.ROUTES.delete(makeEntryKey(alias));
    turnTo(NOON + 60_000);
    const tap = new Tap(onlyFor(/put/, firstCalls(9, KV_DOWN)));
    expect((await without(tap, null).visit(alias)).status).toBe(302);
    expect(await env.ROUTES.get(makeEntryKey(alias))).toBeNull();
    turnTo(NOON + 120_000);
    expect((await world.visit(alias)).status).toBe(302);
    expect(await env.ROUTES.get(makeEntryKey(alias))).not.toBeNull();
  });
});
