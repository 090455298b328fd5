/** Tests which calls a visit makes, before its response and after. */
import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { fakeClock, NOON } from '#testkit/clock';
import { type Cost, countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';
import redirect from './worker';

const turnTo = fakeClock();
const NOTHING = { d1: 0, kv: [], objects: [] };

/** Makes an isolate that has just read the denylist. @returns a function that measures a visit to it */
async function visitor(variables: Record<string, string> = {}) {
  const counted = countedBindings();
  const here = createWorld({ ...counted.bindings, ...variables });
  await here.visit('no-such-code');
  counted.takeCost();

  /** Makes a visit. @returns its calls before the response, and after */
  async function measureCost(path: string, init: RequestInit = {}) {
    const ctx = createExecutionContext();
    const request = new Request(new URL(path, 'https://s.example.com/'), { redirect: 'manual', ...init });
    const { status } = await redirect.fetch(request as never, here.env, ctx);
    const before = countCalls(counted.takeCost());
    await waitOnExecutionContext(ctx);
    return { status, before, after: countCalls(counted.takeCost()) };
  }
  return measureCost;
}

const countCalls = ({ d1, kv, objects }: Cost) => ({ d1: d1.length, kv: kv.map((one) => one.split(':')[0]), objects });

const world = createWorld();

async function newLink(options: Record<string, unknown> = {}) {
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('cost');
  await world.shorten(key, { url: 'https://example.com/', alias, ...options });
  return { key, alias };
}

const COUNTED = { ...NOTHING, objects: ['STATISTICS.add'] };

describe('a plain link', () => {
  it('costs one read of KV unless it is cached, and one call of the statistics after the response', async () => {
    const measureCost = await visitor();
    const { alias } = await newLink();
    expect(await measureCost(alias)).toEqual({ status: 302, before: { ...NOTHING, kv: ['get l'] }, after: COUNTED });
    expect(await measureCost(alias)).toEqual({ status: 302, before: NOTHING, after: COUNTED });
  });

  it('costs one read of the denylist per isolate and 20 seconds', async () => {
    turnTo(NOON);
    const measureCost = await visitor();
    const { alias } = await newLink();
    turnTo(NOON + 19_999);
    expect((await measureCost(alias)).before.kv).toEqual(['get l']);
    turnTo(NOON + 20_000);
    expect((await measureCost(alias)).before.kv).toEqual(['get denylist']);
  });

  it('costs nothing after the response to HEAD or a preview', async () => {
    const measureCost = await visitor();
    const { alias } = await newLink();
    expect(await measureCost(alias, { method: 'HEAD' })).toMatchObject({ status: 302, after: NOTHING });
    expect(await measureCost(`${alias}+`)).toMatchObject({ status: 200, before: NOTHING, after: NOTHING });
  });

  it('costs a read of D1 if KV lacks it, and a repair after the response', async () => {
    const measureCost = await visitor();
    const { alias } = await newLink();
    await env.DB.prepare('UPDATE links SET put_at = 0, quiet_at = 0 WHERE code = ?1').bind(alias).run();
    await env.ROUTES.delete(`l:${alias}`);
    const { status, before, after } = await measureCost(alias);
    // The repair begins before the response, so its two statements may run before or after it.
    expect([status, before.d1 + after.d1, before.objects]).toEqual([302, 3, []]);
    expect([before.kv, after.kv]).toEqual([['get l'], ['put l']]);
  });
});

describe('the metrics', () => {
  it('cost one object call per METRICS_MS, after the response of a visit and not before', async () => {
    const measureCost = await visitor({ METRICS_MS: '0' });
    const { alias } = await newLink();
    const handedOver = { ...NOTHING, objects: ['STATISTICS.addMetrics'] };
    expect(await measureCost(alias, { method: 'HEAD' })).toMatchObject({
      before: { ...NOTHING, kv: ['get l'] },
      after: handedOver,
    });
    expect(await measureCost('.health')).toMatchObject({ before: NOTHING, after: handedOver });
    const { before, after } = await measureCost(alias);
    expect([before, after.objects.toSorted()]).toEqual([NOTHING, ['STATISTICS.add', 'STATISTICS.addMetrics']]);
  });
});

describe('a limited link', () => {
  it('costs one object call before the response, and no call of D1', async () => {
    const measureCost = await visitor();
    const { alias } = await newLink({ maxClicks: 3 });
    const taken = { ...NOTHING, objects: ['CLICKS.take'] };
    expect(await measureCost(alias)).toEqual({ status: 302, before: { ...taken, kv: ['get l'] }, after: COUNTED });
    expect(await measureCost(alias)).toEqual({ status: 302, before: taken, after: COUNTED });
    expect(await measureCost(alias, { method: 'HEAD' })).toMatchObject({
      status: 200,
      before: NOTHING,
      after: NOTHING,
    });
    expect(await measureCost(alias, { headers: { 'User-Agent': 'Slackbot' } })).toMatchObject({
      status: 200,
      before: NOTHING,
    });
  });
});

describe('a protected link', () => {
  it('costs one read of KV for its page, and one read of D1 and two object calls for the right password', async () => {
    const measureCost = await visitor();
    const { alias } = await newLink({ password: 'word' });
    expect(await measureCost(alias)).toEqual({ status: 200, before: { ...NOTHING, kv: ['get l'] }, after: NOTHING });
    const attempt = (password: string) => measureCost(alias, { headers: { 'X-Link-Password': password } });
    expect(await attempt('sword')).toMatchObject({
      status: 401,
      before: { d1: 1, kv: [], objects: ['CLICKS.attempt'] },
    });
    expect(await attempt('word')).toEqual({
      status: 302,
      before: { d1: 1, kv: [], objects: ['CLICKS.attempt', 'CLICKS.open'] },
      after: COUNTED,
    });
  });
});

it('/.ready costs one read of D1, and nothing to who asks within five seconds', async () => {
  turnTo(NOON);
  const measureCost = await visitor();
  expect(await measureCost('.ready')).toEqual({ status: 200, before: { ...NOTHING, d1: 1 }, after: NOTHING });
  expect(await measureCost('.ready')).toEqual({ status: 200, before: NOTHING, after: NOTHING });
});

describe('a request that finds no link', () => {
  it.each([
    ['the code is malformed', 'no_code', {}],
    ['the code is too long', 'a'.repeat(MAX_CODE_LENGTH + 1), {}],
    ['the path is empty', '', {}],
    ['the path is that of the health check', '.health', {}],
    ['the path begins with a dot', '.env', {}],
    ['it is a prefetch', 'some-code', { headers: { 'Sec-Purpose': 'prefetch' } }],
    ['its method is DELETE', 'some-code', { method: 'DELETE' }],
    ['its method is OPTIONS', 'some-code', { method: 'OPTIONS' }],
  ])('costs no call if %s', async (_, path, init) => {
    const measureCost = await visitor();
    expect(await measureCost(path, init)).toMatchObject({ before: NOTHING, after: NOTHING });
  });

  it('costs one read of KV and one of D1 each time if its code is unknown', async () => {
    const measureCost = await visitor();
    for (let i = 0; i < 2; i++) {
      expect(await measureCost('never-was')).toEqual({
        status: 404,
        before: { d1: 1, kv: ['get l'], objects: [] },
        after: NOTHING,
      });
    }
  });

  it('costs one read of KV if its link was deleted', async () => {
    const measureCost = await visitor();
    const { key, alias } = await newLink();
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect(await measureCost(alias)).toEqual({ status: 410, before: { ...NOTHING, kv: ['get l'] }, after: NOTHING });
  });
});
