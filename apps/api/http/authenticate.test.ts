/** Tests which responses have the headers of limits, and which must not have them. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { mintKey, newId } from '#secrets/key-text';
import { fakeClock, NOON } from '#testkit/clock';
import { d1Where, failing, onlyFor, Tap, tappedD1, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const HEADERS = [
  'X-API-Key-Name',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'X-Quota-Limit',
  'X-Quota-Remaining',
  'X-Quota-Reset',
];
const shown = ({ headers }: Response) => HEADERS.filter((name) => headers.has(name));
const URL_ = 'https://example.com';

/** Returns a D1 that refuses every insert of a link as if the statement had a bug. */
const buggy = () => d1Where(/insert into "links"/i, failing('no such column: x'));

describe('a response to a valid key', () => {
  const withKey = (key: string, headers: Record<string, string>, body: string) =>
    world.call('POST', '/v2/shorten', { headers: { Authorization: `Bearer ${key}`, ...headers }, body });
  const json = { 'Content-Type': 'application/json' };

  it.each<[number, string, (key: string) => Promise<Response>]>([
    [201, 'a link is created', (key) => world.shorten(key, { url: URL_ })],
    [
      204,
      'a link is deleted',
      async (key) => {
        const { shortCode } = await (await world.shorten(key, { url: URL_ })).json<{ shortCode: string }>();
        return world.v2(key, 'DELETE', `/links/${shortCode}`);
      },
    ],
    [400, 'a field is invalid', (key) => world.shorten(key, { url: 'x' })],
    [400, 'the body is no JSON', (key) => withKey(key, json, '{')],
    [400, 'the body has another type', (key) => withKey(key, { 'Content-Type': 'text/plain' }, '{}')],
    [403, 'the plan lacks an option', (key) => world.shorten(key, { url: URL_, alias: freshAlias() })],
    [404, 'the link does not exist', (key) => world.v2(key, 'DELETE', '/links/no-such-code')],
    [413, 'the body has more than 1 MiB', (key) => withKey(key, json, JSON.stringify({ url: 'x'.repeat(1_048_576) }))],
    [500, 'the service has a bug', (key) => createWorld({ DB: buggy() }).shorten(key, { url: URL_ })],
  ])('has all headers of limits if it is %i because %s', async (expected, _, send) => {
    const { key } = await world.newKey('FREE', { name: 'My key no. 1' });
    const response = await send(key);
    expect(response.status).toBe(expected);
    expect(shown(response)).toEqual(HEADERS);
    expect(response.headers.get('X-API-Key-Name')).toBe('My key no. 1');
    expect(response.headers.get('X-RateLimit-Limit')).toBe('60');
    expect(response.headers.get('X-Quota-Limit')).toBe('2000');
  });

  it('shows one remaining call less each time until the window is full, and has the headers on 429 too', async () => {
    const { key } = await world.newKey('FREE');
    turnTo(NOON);
    const responses: Response[] = [];
    for (let i = 0; i < 62; i++) responses.push(await world.v2(key, 'DELETE', '/links/no-such-code'));
    const remaining = responses.map((one) => Number(one.headers.get('X-RateLimit-Remaining')));
    expect(remaining).toEqual([...Array.from({ length: 60 }, (_, i) => 59 - i), 0, 0]);
    expect(responses.map((one) => one.status).slice(-3)).toEqual([404, 429, 429]);
    const last = responses.at(-1) as Response;
    expect(shown(last)).toEqual(HEADERS);
    expect(last.headers.get('Retry-After')).toBe('60');
    expect(last.headers.get('X-RateLimit-Reset')).toBe(String(Math.ceil(NOON / 1000) + 60));
    expect(last.headers.get('X-Quota-Remaining')).toBe('1940');
    expect(last.headers.get('X-Quota-Reset')).toBe(String(Date.UTC(2031, 6, 1) / 1000));
  });

  it('stays 500 and has the headers, even if the refund of the call fails as well', async () => {
    const { key } = await world.newKey('FREE');
    await world.v2(key, 'GET', '/usage'); // the key's object has loaded the record now
    const tap = new Tap(onlyFor(/^settle$/, failing()));
    const response = await createWorld({ DB: buggy(), KEYS: tappedObjects(env.KEYS, tap) }).shorten(key, { url: URL_ });
    expect(tap.calls).toEqual(['admit', 'settle']);
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({ errorType: 'INTERNAL_ERROR', requestId: expect.any(String) });
    expect(shown(response)).toEqual(HEADERS);
  });

  it('includes the refunded call in the remaining quota', async () => {
    const { key } = await world.newKey('FREE');
    const response = await createWorld({ DB: buggy() }).shorten(key, { url: URL_ });
    expect(response.status).toBe(500);
    expect(response.headers.get('X-Quota-Remaining')).toBe('2000');
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('59');
  });
});

describe('a request that is not admitted', () => {
  it.each<[number, string, (key: string) => Promise<Response>]>([
    [401, 'it has no key', () => world.call('POST', '/v2/shorten')],
    [
      401,
      'it has another scheme',
      () => world.call('POST', '/v2/shorten', { headers: { Authorization: 'Basic abc' } }),
    ],
    [401, 'no account has the key', async () => world.shorten((await mintKey(newId())).text, { url: URL_ })],
    [
      401,
      'the secret of its key is wrong',
      async (key) => world.shorten((await mintKey(key.slice(3, 15))).text, { url: URL_ }),
    ],
    [404, 'its route is unknown', (key) => world.v2(key, 'GET', '/nothing')],
    [405, 'its method is unknown', (key) => world.v2(key, 'GET', '/shorten')],
    [204, 'its method is OPTIONS', (key) => world.v2(key, 'OPTIONS', '/shorten')],
    [
      403,
      'it came over plain http',
      (key) => world.call('POST', 'http://api.example.com/v2/shorten', { headers: { Authorization: `Bearer ${key}` } }),
    ],
    [
      503,
      'the object of its key does not respond',
      (key) => createWorld({ KEYS: tappedObjects(env.KEYS, new Tap(failing())) }).shorten(key, { url: URL_ }),
    ],
  ])('gets %i without headers of limits, and is not counted, if %s', async (expected, _, send) => {
    const { key } = await world.newKey('FREE');
    const response = await send(key);
    expect(response.status).toBe(expected);
    expect(shown(response)).toEqual([]);
    const next = await world.v2(key, 'DELETE', '/links/no-such-code');
    expect(next.headers.get('X-RateLimit-Remaining')).toBe('59');
  });

  it('costs no read of storage if the checksum of its key is wrong', async () => {
    const { key } = await world.newKey();
    const tap = new Tap();
    const watched = createWorld({ KEYS: tappedObjects(env.KEYS, tap), DB: tappedD1(env.DB, tap) });
    for (const at of [3, 14, 15, 46, 47, 52]) {
      const wrong = key.slice(0, at) + (key[at] === 'a' ? 'b' : 'a') + key.slice(at + 1);
      expect((await watched.shorten(wrong, { url: URL_ })).status).toBe(401);
    }
    // A new isolate reads the settings before it checks the key.
    expect(tap.calls).toEqual(['SELECT name, value FROM settings']);
  });
});
