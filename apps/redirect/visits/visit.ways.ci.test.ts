import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { failing, Tap, tappedD1 } from '#testkit/faults';
import { secrets } from '#testkit/secrets/registry';
import { createWorld, freshAlias } from '#testkit/world';

const DESTINATION = 'https://example.com/there';
const HTML = { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

async function newLink(more: Record<string, unknown> = {}, overrides = {}) {
  const world = createWorld(overrides);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('Way');
  const made = await world.shorten(key, { url: DESTINATION, alias, ...more });
  expect(made.status).toBe(201);
  return { world, alias };
}

afterEach(() => void vi.useRealTimers());

describe('a plain link', () => {
  it('redirects with 302, no-store and noindex, and sets no cookie', async () => {
    const { world, alias } = await newLink();
    const { status, headers } = await world.visit(alias);
    expect(status).toBe(302);
    expect(headers.get('Location')).toBe(DESTINATION);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Robots-Tag')).toBe('noindex');
    expect(headers.get('Set-Cookie')).toBeNull();
  });

  it.each([
    ['in capitals', (alias: string) => alias.toUpperCase()],
    ['with a slash behind it', (alias: string) => `${alias}/`],
    ['percent-encoded', (alias: string) => alias.replace('W', '%57').replace('-', '%2D')],
    ['with a query', (alias: string) => `${alias}?url=https://evil.example&next=/x`],
  ])('is found by its alias %s', async (_, spell) => {
    const { world, alias } = await newLink();
    expect((await world.visit(spell(alias))).headers.get('Location')).toBe(DESTINATION);
  });

  it('responds to HEAD with its Location', async () => {
    const { world, alias } = await newLink();
    const response = await world.visit(alias, { method: 'HEAD' });
    expect([response.status, response.headers.get('Location')]).toEqual([302, DESTINATION]);
  });

  it.each(['+', '%2B', '%2b', '+/'])('shows its preview at %s', async (tail) => {
    const { world, alias } = await newLink();
    const page = await world.visit(`${alias}${tail}`, { headers: HTML });
    expect(page.status).toBe(200);
    expect(await page.text()).toContain('example.com');
    expect(page.headers.get('Location')).toBeNull();
  });

  it('redirects robots too', async () => {
    const { world, alias } = await newLink();
    expect((await world.visit(alias, { headers: { 'User-Agent': 'Twitterbot/1.0' } })).status).toBe(302);
  });
});

describe('a limited link', () => {
  it('does not count HEAD, prefetches, robots and previews, and reveals no destination to them', async () => {
    const { world, alias } = await newLink({ maxClicks: 2 });
    const uncounted = [
      { method: 'HEAD' },
      { headers: { 'Sec-Purpose': 'prefetch;prerender' } },
      { headers: { Purpose: 'prefetch' } },
      { headers: { 'X-Moz': 'prefetch' } },
      ...[
        'Slackbot-LinkExpanding 1.0',
        'facebookexternalhit/1.1',
        'WhatsApp/2.23',
        'Mozilla/5.0 (compatible; Googlebot/2.1)',
      ].map((agent) => ({ headers: { 'User-Agent': agent } })),
    ];
    for (const init of [...uncounted, ...uncounted]) {
      const response = await world.visit(alias, init);
      expect(response.headers.get('Location')).toBeNull();
      expect(await response.text()).not.toContain(DESTINATION);
    }
    for (const [code, status] of [
      [alias, 302],
      [`${alias}+`, 200],
      [alias, 302],
      [alias, 410],
    ] as const)
      expect((await world.visit(code)).status).toBe(status);
  });

  it.each(['curl/8.5.0', 'Wget/1.21', 'python-requests/2.31', 'node', ''])(
    'counts the user agent %j as a visitor',
    async (agent) => {
      const { world, alias } = await newLink({ maxClicks: 1 });
      expect((await world.visit(alias, { headers: { 'User-Agent': agent } })).status).toBe(302);
      expect((await world.visit(alias)).status).toBe(410);
    },
  );
});

describe('the redirect worker', () => {
  it.each(['PUT', 'PATCH', 'DELETE'])('refuses %s with 405 and Allow', async (method) => {
    const { world, alias } = await newLink();
    const response = await world.visit(alias, { method });
    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toContain('GET');
  });

  it('refuses POST to a link without a password', async () => {
    const { world, alias } = await newLink();
    const response = await world.visit(alias, { method: 'POST', body: 'password=x' });
    expect([response.status, response.headers.get('Location')]).toEqual([405, null]);
  });

  it('responds to OPTIONS with the allowed methods', async () => {
    const { world, alias } = await newLink();
    const response = await world.visit(alias, { method: 'OPTIONS' });
    expect([response.status, response.headers.get('Allow')]).toEqual([204, 'GET, HEAD, POST, OPTIONS']);
  });
});

describe('the service', () => {
  it('responds to /.health, /.ready, /robots.txt and /favicon.ico, and with 404 to other paths that begin with a dot', async () => {
    const world = createWorld();
    const paths = ['/.health', '/.ready', '/robots.txt', '/favicon.ico', '/.well-known/x', '/.env'];
    const responses = await Promise.all(paths.map((path) => world.visit(path)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 404, 404]);
  });

  it('redirects the empty path to FALLBACK_URL, and responds with 404 if that is not set', async () => {
    const page = await createWorld().visit('/', { headers: { Accept: 'text/html' } });
    expect(page.status).toBe(404);
    expect(await page.text()).toContain('<h1>Short links live here</h1>');
    expect(await (await createWorld().visit('/')).json()).toMatchObject({ errorType: 'NOT_FOUND' });
    const response = await createWorld({ FALLBACK_URL: 'https://example.org/' }).visit('/');
    expect([response.status, response.headers.get('Location')]).toEqual([302, 'https://example.org/']);
    const idn = await createWorld({ FALLBACK_URL: 'https://bücher.example/日' }).visit('/', { method: 'HEAD' });
    expect(idn.headers.get('Location')).toBe('https://xn--bcher-kva.example/%E6%97%A5');
  });

  it('redirects plain http to https with 308, except /.health', async () => {
    const { world, alias } = await newLink();
    const response = await world.visit(`http://s.example.com/${alias}?a=b`);
    expect([response.status, response.headers.get('Location')]).toEqual([308, `https://s.example.com/${alias}?a=b`]);
    expect((await world.visit('http://s.example.com/.health')).status).toBe(200);
    const open = createWorld({ REQUIRE_HTTPS: 'off' });
    expect((await open.visit(`http://s.example.com/${alias}`)).status).toBe(302);
  });
});

describe('the entry cache', () => {
  it('saves reads of KV for ten seconds and no longer', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    let gets = 0;
    const get = (key: string, options: KVNamespaceGetOptions<'text'>) => {
      if (key.startsWith('l:')) gets += 1;
      return env.ROUTES.get(key, options);
    };
    const ROUTES = new Proxy(env.ROUTES, {
      get: (kv, name) => (name === 'get' ? get : Reflect.get(kv, name).bind(kv)),
    });
    const { world, alias } = await newLink({}, { ROUTES });
    for (let i = 0; i < 5; i++) await world.visit(alias);
    expect(gets).toBe(1);
    vi.setSystemTime(Date.now() + 9_999);
    await world.visit(alias);
    expect(gets).toBe(1);
    vi.setSystemTime(Date.now() + 1);
    await world.visit(alias);
    expect(gets).toBe(2);
  });
});

describe('stores that hang', () => {
  it('delay no visit beyond their time limits, because D1 has the entry and the denylist', async () => {
    const hang = () => new Promise<never>(() => undefined);
    const ROUTES = new Proxy(env.ROUTES, {
      get: (kv, name) => (name === 'get' ? hang : Reflect.get(kv, name).bind(kv)),
    });
    const { alias } = await newLink();
    const response = await createWorld({ ROUTES }).visit(alias);
    expect([response.status, response.headers.get('Location')]).toEqual([302, DESTINATION]);
  });
});

describe('faults', () => {
  it('cause a redacted 500 with the request id of the log line', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { alias } = await newLink({ password: 'word' });
    const DB = tappedD1(env.DB, new Tap(failing('D1_ERROR: no such column: nonsense: SQLITE_ERROR')));
    const headers = { Accept: 'application/json', 'X-Link-Password': 'word' };
    const response = await createWorld({ DB }).visit(alias, { headers });
    const { requestId, message } = await response.json<{ requestId: string; message: string }>();
    expect([response.status, message]).toEqual([500, 'An unexpected error occurred']);
    expect(JSON.parse(String(logged.mock.lastCall?.[0]))).toMatchObject({ requestId });
    logged.mockRestore();
  });
});

it('a page shows the configured host, even if the request has another host', async () => {
  const page = await createWorld().visit('https://evil.example/nothing-here', { headers: HTML });
  const text = await page.text();
  expect(text).toContain('s.example.com');
  expect(text).not.toContain('evil.example');
});

describe('requests for unknown codes', () => {
  it('get 429 beyond a hundred a minute from one address, while links still redirect', async () => {
    const { world, alias } = await newLink();
    const miss = (i: number) => world.visit(`nothing-${i}-here`, { headers: { 'CF-Connecting-IP': '203.0.113.50' } });
    // The rate limiter's own minute may begin anew once meanwhile.
    const statuses: number[] = [];
    let last: Response | undefined;
    while (statuses.length < 230 && last?.status !== 429) {
      last = await miss(statuses.length);
      statuses.push(last.status);
    }
    expect(statuses.slice(0, 100)).toEqual(Array(100).fill(404));
    expect(last?.status).toBe(429);
    expect(last?.headers.get('Retry-After')).toBe('60');
    const visit = await world.visit(alias, { headers: { 'CF-Connecting-IP': '203.0.113.50' } });
    expect(visit.status).toBe(302);
    expect((await world.visit('nothing-else')).status).toBe(404);
  });
});

it('no path and no header causes a 5xx', async () => {
  const world = createWorld();
  const part = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.constantFrom('%', '%00', '%2f', '..%2f', '%ff', '+', ';x', '//', '.', '.css', '__proto__', 'constructor'),
  );
  const headers = fc.dictionary(
    fc.constantFrom('Accept', 'Cookie', 'User-Agent', 'Referer', 'X-Link-Password', 'X-Forwarded-Host', 'Content-Type'),
    fc.string({ maxLength: 40 }).map((text) => text.replace(/[^ -~]/g, 'x')),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(part, { maxLength: 4 }),
      headers,
      fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'OPTIONS'),
      async (parts, init, method) => {
        const path = encodeURI(parts.join('').replace(/[\ud800-\udfff]/g, '')).replaceAll('%25', '%');
        const url = new URL('https://s.example.com/');
        url.pathname = `/${path}`;
        const response = await world.visit(url.href, { method, headers: init });
        await response.body?.cancel();
        expect(response.status).toBeLessThan(500);
      },
    ),
    { numRuns: 500 },
  );
  // A random X-Link-Password may equal a text that is stored for another reason, so the search for secrets omits these.
  secrets.clear();
});
