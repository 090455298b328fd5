/** What a call of the client does when the API or the connection fails. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { makeClient } from '../testkit/client';
import { D1_DOWN, type Fault, failing, firstCalls, losingResponses, Tap, tappedD1, tappedKv } from '../testkit/faults';
import { listLinks } from '../testkit/idempotent';
import { createWorld, freshAlias } from '../testkit/world';
import { SwiftletConnectionError, SwiftletError } from './swiftlet';

const world = createWorld();
const url = 'https://example.com/';

/** A fault that returns a response with this status, and does not call the API. */
const answering =
  (status: number, body = '', headers: Record<string, string> = {}): Fault =>
  async () =>
    new Response(body, { status, headers });

/** A fault that loses the first, third, fifth … response, so that the client sends each request twice. */
const losingFirstResponses: Fault = (call, what, nth) => losingResponses(2)(call, what, nth + 1);

const listCodes = async (accountId: string) => (await listLinks(accountId)).map(({ code }) => code);

describe('a call whose response was lost', () => {
  it('makes no second link: the next attempt gets the response of the first', async () => {
    const { key, accountId } = await world.newKey();
    const tap = new Tap(firstCalls(1, losingResponses()));
    const replays: boolean[] = [];
    const { client } = makeClient(world, key, { tap, onAnswer: ({ isReplayed }) => replays.push(isReplayed) });
    const link = await client.shorten({ url });
    expect(tap.calls).toEqual(['POST /v2/shorten', 'POST /v2/shorten']);
    expect(replays).toEqual([true]);
    expect(await listCodes(accountId)).toEqual([link.shortCode]);
  });

  it('gets its alias although the responses of three attempts were lost', async () => {
    const { key } = await world.newKey();
    const alias = freshAlias('lost');
    const { client } = makeClient(world, key, { tap: new Tap(firstCalls(3, losingResponses())) });
    expect((await client.shorten({ url, alias })).shortCode).toBe(alias);
  });

  it('makes no second link if the caller repeats it with the same Idempotency-Key', async () => {
    const { key, accountId } = await world.newKey();
    const losingClient = makeClient(world, key, { tap: new Tap(losingResponses()), retries: 0 }).client;
    const error = await losingClient.shorten({ url }, { idempotencyKey: 'order-17' }).catch((reason) => reason);
    expect(error).toBeInstanceOf(SwiftletConnectionError);
    expect(error.idempotencyKey).toBe('order-17');
    const link = await makeClient(world, key).client.shorten({ url }, { idempotencyKey: 'order-17' });
    expect(await listCodes(accountId)).toEqual([link.shortCode]);
  });

  it('makes no link twice if it makes many', async () => {
    const { key, accountId } = await world.newKey();
    const { client } = makeClient(world, key, { tap: new Tap(losingFirstResponses) });
    const codes: string[] = [];
    const requests = Array.from({ length: 60 }, (_, i) => ({ url: `${url}${i}` }));
    for await (const result of client.shortenMany(requests)) if (result.success) codes.push(result.shortCode);
    expect(codes).toHaveLength(60);
    expect((await listCodes(accountId)).toSorted()).toEqual(codes.toSorted());
  });

  it('resolves if it deletes a link, and the link is deleted', async () => {
    const { key } = await world.newKey();
    const { client } = makeClient(world, key);
    const { shortCode } = await client.shorten({ url });
    const losingClient = makeClient(world, key, { tap: new Tap(firstCalls(1, losingResponses())) }).client;
    await losingClient.remove(shortCode);
    expect((await world.visit(shortCode)).status).toBe(410);
  });
});

describe('a response that breaks off', () => {
  it('causes another attempt, and the link is made once', async () => {
    const { key, accountId } = await world.newKey();
    const breaking: Fault = async (call) => {
      const { status, headers } = (await call()) as Response;
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error('connection reset')) });
      return new Response(body, { status, headers });
    };
    const { client } = makeClient(world, key, { tap: new Tap(firstCalls(1, breaking)) });
    const link = await client.shorten({ url });
    expect(await listCodes(accountId)).toEqual([link.shortCode]);
  });
});

describe('a creation while a store fails', () => {
  /** A world whose D1 fails at the first `times` inserts. */
  function worldWithFailingInserts(times: number) {
    let left = times;
    const fault: Fault = (call, what) => (/insert/i.test(what) && left-- > 0 ? D1_DOWN(call, what, 1) : call());
    return createWorld({ DB: tappedD1(env.DB, new Tap(fault)) });
  }

  it('makes one link if D1 recovers during the retries', async () => {
    const { key, accountId } = await world.newKey();
    const statuses: number[] = [];
    const { client, waits } = makeClient(worldWithFailingInserts(1), key, {
      onAnswer: ({ status }) => statuses.push(status),
    });
    const link = await client.shorten({ url });
    expect(statuses).toEqual([503, 201]);
    // The wait is the Retry-After of 5 s and half of the first back-off: the random number of these clients is 0.5.
    expect(waits).toEqual([5_125]);
    expect(await listCodes(accountId)).toEqual([link.shortCode]);
  });

  it('succeeds if only KV fails', async () => {
    const { key } = await world.newKey();
    const ROUTES = tappedKv(env.ROUTES, new Tap(failing('KV PUT failed')), ['put']);
    const { client } = makeClient(createWorld({ ROUTES }), key);
    expect((await client.shorten({ url })).url).toBe(url);
  });

  it('rejects with the last error and the Idempotency-Key if D1 does not recover', async () => {
    const { key } = await world.newKey();
    const { client, waits } = makeClient(worldWithFailingInserts(100), key);
    const error = await client.shorten({ url }).catch((reason) => reason);
    expect(error).toBeInstanceOf(SwiftletError);
    expect(error).toMatchObject({ status: 503, errorType: 'UNAVAILABLE', retryAfter: 5, tries: 4 });
    expect(error.idempotencyKey).toMatch(/^[0-9a-f-]{36}$/);
    expect(waits).toHaveLength(3);
  });
});

describe('the waits before retries', () => {
  it('are a random part of a back-off that doubles from 250 ms to 8 s', async () => {
    const { key } = await world.newKey();
    const { client, waits } = makeClient(world, key, { tap: new Tap(answering(502)), retries: 7 });
    await expect(client.statistics('any')).rejects.toMatchObject({ status: 502, errorType: null, tries: 8 });
    expect(waits).toEqual([125, 250, 500, 1_000, 2_000, 4_000, 4_000]);
  });

  it('do not begin if they would end after the deadline', async () => {
    const { key } = await world.newKey();
    const { client, waits } = makeClient(world, key, { tap: new Tap(answering(502)), retries: 7, deadlineMs: 1_000 });
    await expect(client.statistics('any')).rejects.toMatchObject({ status: 502, tries: 4 });
    expect(waits).toEqual([125, 250, 500]);
  });

  it('do not begin if they are longer than `maxWaitMs`', async () => {
    const { key } = await world.newKey();
    const tap = new Tap(answering(503, '', { 'Retry-After': '61' }));
    const { client, waits } = makeClient(world, key, { tap });
    await expect(client.statistics('any')).rejects.toMatchObject({ status: 503, retryAfter: 61, tries: 1 });
    expect(waits).toEqual([]);
  });
});

describe('no second attempt', () => {
  it.each<[number, string]>([
    [400, 'an invalid request'],
    [401, 'an invalid key'],
    [403, 'a feature beyond the plan'],
    [404, 'an unknown link'],
    [409, 'a conflict other than an Idempotency-Key in use'],
    [410, 'a link that is gone'],
    [413, 'a body too long'],
    [422, 'an Idempotency-Key of another request'],
  ])('is made after %i (%s)', async (status) => {
    const { client, waits } = makeClient(world, 'sl_any', { tap: new Tap(answering(status)) });
    await expect(client.shorten({ url })).rejects.toMatchObject({ status, tries: 1 });
    expect(waits).toEqual([]);
  });

  it('is made after a lost connection if `retries` is 0', async () => {
    const { client } = makeClient(world, 'sl_any', { tap: new Tap(failing('ECONNREFUSED')), retries: 0 });
    await expect(client.shorten({ url })).rejects.toMatchObject({ tries: 1 });
  });
});

it('a call without a connection rejects after three retries, with the cause', async () => {
  const { client } = makeClient(world, 'sl_any', { tap: new Tap(failing('ECONNREFUSED')) });
  const error = await client.link('promo').catch((reason) => reason);
  expect(error).toBeInstanceOf(SwiftletConnectionError);
  expect(error).toMatchObject({
    name: 'SwiftletConnectionError',
    message: 'GET /v2/links/promo: ECONNREFUSED',
    tries: 4,
    idempotencyKey: null,
  });
});
