/**
 * Tests cross-origin requests: preflights, the list of a key, and the responses that a page may read (specification
 * 12.10).
 */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#api/reference/endpoints';
import { collectResponses } from '#api/reference/openapi/responses';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { d1Where, failing } from '#testkit/faults';
import { createWorld } from '#testkit/world';
import { CORS_HEADERS } from './headers';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';
const LISTED = 'https://app.example.com';
const listCorsHeaders = ({ headers }: Response) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-')).sort();

const send = (key: string, origin: string | null, method = 'GET', path = '/v2/key', body?: unknown, here = world) =>
  here.call(method, path, {
    headers: {
      Authorization: `Bearer ${key}`,
      ...(origin !== null && { Origin: origin }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe('a preflight', () => {
  it.each(ENDPOINTS.filter(({ path }) => path.startsWith('/v2/')).map(({ path }) => [path]))(
    'of %s is 204 for any origin, and reads nothing',
    async (path) => {
      const { bindings, takeCost } = countedBindings();
      const response = await createWorld(bindings).call('OPTIONS', path.replace(/:\w+/g, 'anything'), {
        headers: { Origin: 'https://anybody.example', 'Access-Control-Request-Method': 'POST' },
      });
      expect(response.status).toBe(204);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe('https://anybody.example');
      expect(response.headers.get('Access-Control-Allow-Methods')).toBe(response.headers.get('Allow'));
      expect(response.headers.get('Access-Control-Allow-Headers')).toBe(
        'Authorization, Content-Type, Idempotency-Key, Prefer',
      );
      expect(response.headers.get('Access-Control-Max-Age')).toBe('600');
      expect(response.headers.get('Vary')).toBe('Origin');
      expect(takeCost()).toMatchObject({ d1: [], kv: [], objects: [] });
    },
  );

  it.each(['/admin/keys', '/console', '/console/keys', '/health', '/openapi.json', '/shorten', '/v2/nothing'])(
    'of %s gets no CORS header',
    async (path) => {
      expect(listCorsHeaders(await world.call('OPTIONS', path, { headers: { Origin: LISTED } }))).toEqual([]);
    },
  );
});

describe('a key without a list', () => {
  it('works from any origin, and its responses have no CORS header', async () => {
    const { key } = await world.newKey('PRO');
    const response = await send(key, LISTED);
    expect([response.status, listCorsHeaders(response), response.headers.has('Vary')]).toEqual([200, [], false]);
  });
});

describe('a key with a list', () => {
  const newKey = (more = {}) => world.newKey('PRO', { origins: [LISTED, 'http://localhost:5173'], ...more });
  const READABLE = ['access-control-allow-origin', 'access-control-expose-headers'];

  it.each([LISTED, 'http://localhost:5173'])(
    'works from %s, which may read the response and its limits',
    async (origin) => {
      const response = await send((await newKey()).key, origin, 'POST', '/v2/shorten', { url });
      expect([response.status, listCorsHeaders(response)]).toEqual([201, READABLE]);
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(origin);
      expect(response.headers.get('Access-Control-Expose-Headers')).toMatch(
        /X-RateLimit-Remaining.*X-Quota-Remaining.*Retry-After/,
      );
      expect(response.headers.get('Vary')).toBe('Origin');
    },
  );

  it('lets it read every header that the endpoints for keys have, except those that only browsers need', async () => {
    const responses = ENDPOINTS.filter(({ access }) => access === 'key').flatMap((endpoint) => [
      ...collectResponses(endpoint).values(),
    ]);
    const described = new Set(responses.flatMap(({ headers }) => Object.keys(headers)));
    for (const name of [...CORS_HEADERS, 'Cache-Control', 'Content-Disposition', 'Vary']) described.delete(name);
    const response = await send((await newKey()).key, LISTED);
    const exposed = response.headers.get('Access-Control-Expose-Headers')?.split(', ');
    expect(exposed?.sort()).toEqual([...described].sort());
  });

  it.each([
    'https://other.example',
    'http://app.example.com',
    'https://app.example.com:444',
    `${LISTED}/`,
    'https://APP.example.com',
    'null',
    '',
  ])('refuses the origin “%s” with 403, and makes nothing', async (origin) => {
    const { key, accountId } = await newKey();
    const response = await send(key, origin, 'POST', '/v2/shorten', { url });
    expect(await response.json()).toMatchObject({ statusCode: 403, errorType: 'ORIGIN_NOT_ALLOWED' });
    expect([listCorsHeaders(response), response.headers.get('Vary')]).toEqual([[], 'Origin']);
    expect(response.headers.get('X-RateLimit-Remaining')).toBe('4999');
    const made = env.DB.prepare('SELECT count(*) AS n FROM links WHERE account_id = ?1').bind(accountId);
    expect(await made.first('n')).toBe(0);
  });

  it('works without an Origin, as from a server', async () => {
    const response = await send((await newKey()).key, null);
    expect([response.status, listCorsHeaders(response), response.headers.get('Vary')]).toEqual([200, [], 'Origin']);
  });

  it('keeps the other values of Vary', async () => {
    const { key } = await newKey();
    const made = await send(key, LISTED, 'POST', '/v2/shorten', { url });
    const { shortCode } = await made.json<{ shortCode: string }>();
    expect((await send(key, LISTED, 'GET', `/v2/qr/${shortCode}`)).headers.get('Vary')).toBe('Authorization, Origin');
  });

  it('lets the page read 400, 403, 429 and 500, and the 401 of a key that has ended', async () => {
    turnTo(NOON);
    const { key, id } = await newKey({ scopes: ['links:create'], limits: { perMinute: 4 } });
    const bug = createWorld({ DB: d1Where(/insert into "links"/i, failing('no such column: x')) });
    const responses = [
      await send(key, LISTED, 'POST', '/v2/shorten', { url: 'nonsense' }),
      await send(key, LISTED, 'GET', '/v2/links'),
      await send(key, LISTED, 'POST', '/v2/shorten', { url }, bug),
      await send(key, LISTED),
      await send(key, LISTED),
    ];
    await world.admin('DELETE', `/keys/${id}`);
    responses.push(await send(key, LISTED));
    expect(responses.map(({ status }) => status)).toEqual([400, 403, 500, 200, 429, 401]);
    for (const response of responses) expect(listCorsHeaders(response), String(response.status)).toEqual(READABLE);
  });

  it('never allows credentials, and never has CORS headers under /admin', async () => {
    const response = await send((await newKey()).key, LISTED);
    expect(response.headers.has('Access-Control-Allow-Credentials')).toBe(false);
    const headers = { Authorization: `Bearer ${world.env.ADMIN_TOKEN}`, Origin: LISTED };
    expect(listCorsHeaders(await world.call('GET', '/admin/settings', { headers }))).toEqual([]);
  });
});
