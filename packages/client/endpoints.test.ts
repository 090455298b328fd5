/** Tests the methods of the client against the API itself. Those for batches and lists are in many.test.ts. */
import { describe, expect, it } from 'vitest';
import { makeClient } from '../testkit/client';
import { createWorld, freshAlias } from '../testkit/world';
import { SwiftletError } from './swiftlet';

const world = createWorld();
const url = 'https://example.com/page';

async function newClient(plan: Parameters<typeof world.newKey>[0] = 'PRO') {
  const { key, accountId } = await world.newKey(plan);
  return { ...makeClient(world, key), accountId, key };
}

describe('a link', () => {
  it('is made, read, changed and deleted', async () => {
    const { client } = await newClient();
    const alias = freshAlias('one');
    const made = await client.shorten({ url, alias, maxClicks: 5 });
    expect(made).toMatchObject({ shortCode: alias, url, maxClicks: 5 });

    expect(await client.link(alias)).toMatchObject({ ...made, status: 'active', hasPassword: false });
    const edited = await client.edit(alias, { maxClicks: null, password: 'open sesame' });
    expect(edited).toMatchObject({ shortCode: alias, hasPassword: true });
    expect(edited).not.toHaveProperty('maxClicks');

    await client.remove(alias);
    await client.remove(alias);
    expect(await client.link(alias)).toMatchObject({ status: 'expired', expiredReason: 'DELETED' });
  });

  it('is changed and deleted together with others', async () => {
    const { client } = await newClient();
    const shortCodes = [(await client.shorten({ url })).shortCode, freshAlias('none')];
    const changed = await client.bulk({ shortCodes, change: { maxClicks: 3 } });
    expect(changed.results).toMatchObject([
      { success: true, shortCode: shortCodes[0], maxClicks: 3 },
      { success: false, shortCode: shortCodes[1], errorType: 'NOT_FOUND' },
    ]);
    const options = { idempotencyKey: 'clean-up' };
    const deletion = { shortCodes, delete: true, confirm: 2 } as const;
    const deleted = await client.bulk(deletion, options);
    expect(deleted.summary).toEqual({ total: 2, succeeded: 1, failed: 1 });
    expect(await client.bulk(deletion, options)).toEqual(deleted);
    await expect(client.bulk({ shortCodes, delete: true })).rejects.toMatchObject({ errorType: 'INVALID_FIELD' });
  });

  it('with an id of the caller is made once, and then changed', async () => {
    const { client } = await newClient();
    const made = await client.upsert('order 1042', { url, title: 'سلام', tags: ['Winter'] });
    expect(made).toMatchObject({ externalId: 'order 1042', title: 'سلام', tags: ['Winter'] });
    expect(await client.upsert('order 1042', { url, notes: 'two' })).toEqual({ ...made, notes: 'two' });
    const { shortCode } = await client.shorten({ url, externalId: 'order 1043' });
    const taken = { status: 409, errorType: 'EXTERNAL_ID_TAKEN' };
    await expect(client.edit(shortCode, { externalId: 'order 1042' })).rejects.toMatchObject(taken);
  });

  it('is made once for each destination with `ifExists`', async () => {
    const { client } = await newClient();
    const made = await client.shorten({ url }, { ifExists: 'return' });
    expect(await client.shorten({ url }, { ifExists: 'return' })).toEqual(made);
    expect((await client.shorten({ url })).shortCode).not.toBe(made.shortCode);
  });

  it('is not found by a client of another account', async () => {
    const { shortCode } = await (await newClient()).client.shorten({ url });
    const { client } = await newClient();
    const notFound = { name: 'SwiftletError', status: 404, errorType: 'NOT_FOUND', path: `/v2/links/${shortCode}` };
    await expect(client.link(shortCode)).rejects.toMatchObject(notFound);
    await expect(client.remove(shortCode)).rejects.toMatchObject({ ...notFound, method: 'DELETE' });
  });

  it('is refused with an error that has the fields of the API’s envelope', async () => {
    const { client } = await newClient('FREE');
    const error = await client.shorten({ url, alias: freshAlias() }).catch((reason) => reason);
    expect(error).toBeInstanceOf(SwiftletError);
    expect(error).toMatchObject({
      status: 403,
      errorType: 'FEATURE_NOT_ON_PLAN',
      message: 'Your current plan does not include this feature.',
      method: 'POST',
      path: '/v2/shorten',
      retryAfter: null,
      results: null,
      tries: 1,
      limits: { keyName: 'FREE key', window: { limit: 60, remaining: 59 } },
    });
  });
});

it('tags are listed, renamed, recoloured and deleted by any name', async () => {
  const { client } = await newClient();
  const name = 'a/b ?#% 🎉';
  await client.shorten({ url, tags: [name, 'other'] });
  expect(await client.editTag(name, { color: 'red' })).toEqual({ name, color: 'red' });
  expect(await client.editTag('Other', { name: 'another' })).toEqual({ name: 'another', color: null });
  const tags = [];
  for await (const tag of client.tags()) tags.push(tag);
  expect(tags).toEqual([
    { name, color: 'red', links: 1, clicks: 0 },
    { name: 'another', color: null, links: 1, clicks: 0 },
  ]);
  expect(await client.accountStatistics({ tag: name, groupBy: ['day'] })).toMatchObject({ clickCount: 0 });
  await client.removeTag(name);
  await expect(client.removeTag(name)).rejects.toMatchObject({ status: 404, errorType: 'TAG_NOT_FOUND' });
  for (const wrong of ['', ' ', '.', '..']) await expect(client.removeTag(wrong)).rejects.toThrow(TypeError);
});

describe('statistics', () => {
  it('count the clicks of a link and of its account, by the requested groupings', async () => {
    const { client } = await newClient();
    const { shortCode } = await client.shorten({ url });
    await world.visit(shortCode);
    const { breakdown } = await client.statistics(shortCode, { groupBy: ['day', 'country'] });
    expect(breakdown?.day?.[0]?.clicks).toBe(1);
    expect(await client.accountStatistics({ limit: 1 })).toMatchObject({ clickCount: 1, topLinks: [{ shortCode }] });
  });

  it('are available as CSV', async () => {
    const { client } = await newClient();
    const { shortCode } = await client.shorten({ url });
    expect(await client.statisticsCsv(shortCode, { groupBy: ['country'] })).toBe('grouping,value,clicks\r\n');
    expect(await client.accountStatisticsCsv()).toMatch(/^clickCount,/);
  });
});

it('a QR code is an image in the requested format', async () => {
  const { client } = await newClient();
  const { shortCode } = await client.shorten({ url });
  const png = await client.qr(shortCode);
  expect(png.type).toBe('image/png');
  expect([...png.bytes.subarray(1, 4)]).toEqual([...new TextEncoder().encode('PNG')]);
  const svg = await client.qr(shortCode, {
    format: 'svg',
    size: 200,
    level: 'H',
    margin: 2,
    color: '000080',
    track: true,
  });
  expect(svg.type).toBe('image/svg+xml');
  expect(new TextDecoder().decode(svg.bytes)).toContain('<svg');
  for (const query of [{ size: 1 }, { logo: true }])
    await expect(client.qr(shortCode, query)).rejects.toMatchObject({ status: 400, errorType: 'INVALID_FIELD' });
});

it('`key` returns what the key may do, and `revokeKey` ends the key', async () => {
  const { client } = await newClient('HOBBY');
  expect(await client.key()).toMatchObject({
    plan: 'HOBBY',
    links: 'all',
    limits: { perMinute: 300, perMonth: 25_000 },
  });
  await client.revokeKey();
  await expect(client.key()).rejects.toMatchObject({ status: 401, errorType: 'API_KEY_INVALID' });
});

it('`usage` returns the plan, and `limits` has what the key had left at the latest response', async () => {
  const { client } = await newClient('HOBBY');
  expect(client.limits).toBeNull();
  expect(await client.usage()).toMatchObject({ plan: 'HOBBY', window: { limit: 300, used: 1 } });
  expect(client.limits).toMatchObject({
    keyName: 'HOBBY key',
    window: { limit: 300, remaining: 299, resetsAt: expect.any(Date) },
    month: { limit: 25_000, remaining: 24_999, resetsAt: expect.any(Date) },
  });
});
