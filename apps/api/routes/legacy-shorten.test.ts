/** POST /shorten, without a key (specification 7.6). */
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { LinkRecord } from '#api/links/link-record';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const off = createWorld();
const world = createWorld({ LEGACY_SHORTEN: 'on' });
const turnTo = fakeClock();
const url = 'https://example.com/';

let addresses = 0;
/** Returns an address in a /24 that no other test uses. */
const freshAddress = () => `198.51.${++addresses}.1`;

const shorten = (address: string | null, body: unknown = { url }, here = world) =>
  here.call('POST', '/shorten', {
    headers: { 'Content-Type': 'application/json', ...(address !== null && { 'CF-Connecting-IP': address }) },
    body: JSON.stringify(body),
  });

const statuses = (responses: Response[]) => responses.map(({ status }) => status);

describe('POST /shorten while LEGACY_SHORTEN is off:', () => {
  it.each(['POST', 'GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('the method %s is 404', async (method) => {
    const response = await off.call(method, '/shorten', {
      ...(method === 'POST' && { body: JSON.stringify({ url }), headers: { 'Content-Type': 'application/json' } }),
    });
    expect(response.status).toBe(404);
    expect(response.headers.get('Allow')).toBeNull();
  });

  it('POST is 404 if the variable is not set', async () => {
    expect((await shorten(freshAddress(), { url }, createWorld({ LEGACY_SHORTEN: undefined as never }))).status).toBe(
      404,
    );
  });
});

describe('a 201 of POST /shorten', () => {
  it('has the Link record of a link that belongs to the account `legacy`', async () => {
    const response = await shorten(freshAddress());
    const link = LinkRecord.parse(await response.json());
    expect(response.status).toBe(201);
    const row = await env.DB.prepare('SELECT account_id FROM links WHERE code = ?1').bind(link.shortCode).first();
    expect(row).toEqual({ account_id: 'legacy' });
    expect((await world.visit(link.shortCode)).headers.get('Location')).toBe(url);
  });

  it('has the headers of the address’s window, and no headers of a key or a month', async () => {
    const { headers } = await shorten(freshAddress());
    expect(headers.get('X-RateLimit-Limit')).toBe('5');
    expect(headers.get('X-RateLimit-Remaining')).toBe('4');
    expect(Number(headers.get('X-RateLimit-Reset')) * 1000 - Date.now()).toBeGreaterThan(50_000);
    expect([...headers.keys()].filter((name) => /key|quota/.test(name))).toEqual([]);
  });

  it('needs no key, and an invalid key is ignored', async () => {
    const response = await world.call('POST', '/shorten', {
      headers: {
        'Content-Type': 'application/json',
        Authorization: 'Bearer nonsense',
        'CF-Connecting-IP': freshAddress(),
      },
      body: JSON.stringify({ url }),
    });
    expect(response.status).toBe(201);
  });
});

describe('an option in POST /shorten:', () => {
  it.each(['alias', 'expiresIn', 'maxClicks', 'password'])(
    '%s, which FREE lacks, is refused with 403',
    async (option) => {
      const response = await shorten(freshAddress(), { url, [option]: option === 'expiresIn' ? 60 : 'abcdef' });
      expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: 403, path: '/shorten' });
    },
  );

  it('an alias is accepted under the lenient policy, from 6 characters on', async () => {
    const lenient = createWorld({ LEGACY_SHORTEN: 'on', PLAN_POLICY: 'lenient' });
    const address = freshAddress();
    expect((await shorten(address, { url, alias: freshAlias('legacy') }, lenient)).status).toBe(201);
    expect(await (await shorten(address, { url, alias: 'abcde' }, lenient)).json()).toMatchObject({
      message: 'Alias must be between 6 and 50 characters',
    });
  });
});

describe('a 400 of POST /shorten', () => {
  it('has the same errors as a 400 to POST /v2/shorten', async () => {
    const address = freshAddress();
    expect(await (await shorten(address, { url: 'nonsense' })).json()).toMatchObject({ errorType: 'INVALID_URL' });
    expect(await (await shorten(address, [])).json()).toMatchObject({ errorType: 'INVALID_BODY' });
  });
});

describe('the window of a client address', () => {
  it('admits exactly five of fifty simultaneous requests, and refuses the others with 429', async () => {
    const address = freshAddress();
    const responses = await Promise.all(Array.from({ length: 50 }, () => shorten(address)));
    expect(statuses(responses).filter((status) => status === 201)).toHaveLength(5);
    const refused = responses.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(45);
    const envelope = Envelope.parse(await refused[0]?.json());
    expect(envelope.message).toBe('Rate limit exceeded. Try again in the next minute.');
    expect(refused[0]?.headers.get('Retry-After')).toBe(String(envelope.retryAfter));
    expect(refused[0]?.headers.get('X-RateLimit-Remaining')).toBe('0');
  });

  it('counts requests with a refused body too, and ends after 60 seconds', async () => {
    const address = freshAddress();
    turnTo(NOON);
    for (let i = 0; i < 5; i++) expect((await shorten(address, {})).status).toBe(400);
    turnTo(NOON + 59_999);
    expect((await shorten(address)).status).toBe(429);
    turnTo(NOON + 60_000);
    expect((await shorten(address)).status).toBe(201);
  });

  it('does not end if the clock steps back', async () => {
    const address = freshAddress();
    turnTo(NOON);
    for (let i = 0; i < 5; i++) await shorten(address);
    turnTo(NOON - 3_600_000);
    expect((await shorten(address)).status).toBe(429);
  });

  it('does not limit another address', async () => {
    const address = freshAddress();
    for (let i = 0; i < 6; i++) await shorten(address);
    expect((await shorten(address)).status).toBe(429);
    expect((await shorten(freshAddress())).status).toBe(201);
  });

  it.each([
    ['the addresses of an IPv6 /64', '2001:db8:a:b::1', '2001:db8:a:b:ffff::2', '2001:db8:a:c::1'],
    ['an IPv4 address and its IPv6 form', '198.18.0.1', '::ffff:198.18.0.1', '::ffff:198.18.0.2'],
    ['two spellings of an IPv6 address', '2001:0DB8:000d::', '2001:db8:d:0:1:2:3:4', '2001:db8:d:1::'],
    ['requests without a valid address', '', 'unknown', '203.0.113.250'],
  ])('counts %s together', async (_, one, same, other) => {
    for (let i = 0; i < 5; i++) expect((await shorten(i % 2 ? same : one)).status).toBe(201);
    expect((await shorten(one)).status).toBe(429);
    expect((await shorten(same)).status).toBe(429);
    expect((await shorten(other)).status).toBe(201);
  });
});

describe('the object of a client address', () => {
  const idsNow = async () => new Map((await listDurableObjectIds(env.ADDRESSES)).map((id) => [String(id), id]));

  it('holds no plain text of the address, and neither do D1 and KV', async () => {
    const before = await idsNow();
    const address = freshAddress();
    const link = LinkRecord.parse(await (await shorten(address)).json());
    const made = [...(await idsNow())].filter(([text]) => !before.has(text)).map(([, id]) => id);
    expect(made).toHaveLength(1);
    const held = await runInDurableObject(env.ADDRESSES.get(made[0] as DurableObjectId), (instance, { storage, id }) =>
      JSON.stringify([[...storage.kv.list()], id.name ?? '', Object.entries(instance)]),
    );
    expect(held).toContain('openedAt');
    expect(held).not.toContain(address);
    const row = await env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(link.shortCode).first();
    expect(JSON.stringify(row) + (await env.ROUTES.get(`l:${link.shortCode}`))).not.toContain(address);
  });

  it('keeps a current window if its alarm fires early', async () => {
    const before = await idsNow();
    const address = freshAddress();
    for (let i = 0; i < 5; i++) await shorten(address);
    const [made] = [...(await idsNow())].filter(([text]) => !before.has(text)).map(([, id]) => id);
    await runInDurableObject(env.ADDRESSES.get(made as DurableObjectId), async (instance) => {
      await instance.alarm?.();
    });
    expect((await shorten(address)).status).toBe(429);
  });
});
