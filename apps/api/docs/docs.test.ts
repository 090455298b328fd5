/** Tests access, methods and caching of /openapi.json and /docs (specification 16.2). */
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '#api/reference/endpoints';
import { createWorld } from '#testkit/world';

const world = createWorld({ MAINTENANCE: 'on' });

const PAGES = [
  '/openapi.json',
  '/docs',
  '/docs/guide',
  '/docs/reference/links',
  '/docs/reference/links/shorten',
  '/docs/style.css',
  '/docs/script.js',
  '/docs/search.js',
];

describe.each(PAGES)('%s', (path) => {
  it('responds with 200 without a key, even during maintenance, and may be cached for five minutes', async () => {
    const { status, headers } = await world.call('GET', path);
    expect([status, headers.get('Cache-Control')]).toEqual([200, 'public, max-age=300']);
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('responds with 304 to a client that has the current version', async () => {
    const tag = (await world.call('GET', path)).headers.get('ETag') ?? '';
    const again = await world.call('GET', path, { headers: { 'If-None-Match': `"other", ${tag}` } });
    expect([again.status, again.headers.get('ETag'), await again.text()]).toEqual([304, tag, '']);
    expect(again.headers.get('Vary')).toBe(path.includes('.') ? null : 'Cookie');
    expect((await world.call('GET', path, { headers: { 'If-None-Match': '"other"' } })).status).toBe(200);
  });

  it('responds to HEAD with the headers of GET and without a body', async () => {
    const [head, get] = await Promise.all([world.call('HEAD', path), world.call('GET', path)]);
    expect([head.status, await head.text()]).toEqual([200, '']);
    expect([...head.headers].filter(([name]) => name !== 'content-length')).toEqual([...get.headers]);
  });

  it('sends Allow with the response to OPTIONS and to other methods', async () => {
    expect((await world.call('OPTIONS', path)).headers.get('Allow')).toBe('GET, HEAD, OPTIONS');
    const post = await world.call('POST', path);
    expect([post.status, post.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });

  it('is refused over plain http', async () => {
    expect((await world.call('GET', `http://api.example.com${path}`)).status).toBe(403);
  });
});

describe('the pages', () => {
  it.each(['/docs', '/docs/guide', '/docs/reference/operator'])(
    'load scripts and styles of their own host only: %s',
    async (path) => {
      const response = await world.call('GET', path);
      const policy = response.headers.get('Content-Security-Policy') ?? '';
      const theme = 'https://api.example.com/console/theme';
      expect(policy).toBe(
        `default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action ${theme}; connect-src ${theme}`,
      );
      const html = await response.text();
      expect(html).not.toMatch(/<script>|<style|\sstyle=|\son\w+=|javascript:/);
      for (const [, address] of html.matchAll(/<(?:script|link|img)[^>]* (?:src|href)="([^"]*)"/g))
        expect(address).toMatch(/^\/docs\//);
    },
  );

  it('contain the host of the request, and the host of short links', async () => {
    const guide = await (await world.call('GET', 'https://links.example.net/docs/guide')).text();
    expect(guide).toContain('https://links.example.net/v2/shorten');
    expect(guide).toContain('https://s.example.com/3ud92su');
    expect(guide).not.toContain('https://api.example.com/v2');
  });

  it('include a guide with the address of every endpoint for API keys', async () => {
    const guide = await (await world.call('GET', '/docs/guide')).text();
    const paths = ENDPOINTS.filter(({ access }) => access === 'key').map(({ path }) => path.split(':')[0]);
    expect(paths).toContain('/v2/shorten/batch');
    for (const path of paths) expect(guide).toContain(`https://api.example.com${path}`);
  });

  it('link to the console, if there is one', async () => {
    const linkIn = async (page: Response) =>
      /<a class="console" href="([^"]*)">Console<\/a>/.exec(await page.text())?.[1];
    const apart = createWorld({ CONSOLE_ORIGIN: 'https://console.example.net' });
    expect(await linkIn(await apart.call('GET', '/docs'))).toBe('https://console.example.net/console');
    const without = createWorld({ CONSOLE_ORIGIN: '' });
    expect(await linkIn(await without.call('GET', '/docs/reference/links'))).toBeUndefined();
  });

  it('link to the operator in their foot, if the deployment has a contact', async () => {
    const linkIn = async (contact: string) =>
      /<a class="contact" href="([^"]*)">Contact<\/a>/.exec(
        await (await createWorld({ CONTACT: contact }).call('GET', '/docs')).text(),
      )?.[1];
    expect(await linkIn('help@example.com')).toBe('mailto:help@example.com');
    expect(await linkIn('https://example.com/help?a=1&b="2"')).toBe('https://example.com/help?a=1&amp;b=%222%22');
    expect(await linkIn('')).toBeUndefined();
  });

  it('show a QR code that they load as a file', async () => {
    const picture = await world.call('GET', '/docs/qr.svg');
    expect([picture.status, picture.headers.get('Content-Type')]).toEqual([200, 'image/svg+xml']);
    expect(await (await world.call('GET', '/docs/guide')).text()).toContain('<img class="qr" src="/docs/qr.svg"');
  });

  it('have the appearance that the browser has chosen in the console, and are then stored by no shared cache', async () => {
    const withCookie = (Cookie: string) => world.call('GET', '/docs/guide', { headers: { Cookie } });
    const dark = await withCookie('other=a; __Host-console-theme=dark');
    expect(dark.headers.get('Cache-Control')).toBe('private, max-age=300');
    expect(dark.headers.get('Vary')).toBe('Cookie');
    expect(await dark.text()).toContain('<html lang="en" data-theme="dark">');
    const unknown = await withCookie('console-theme=blue');
    expect(unknown.headers.get('Cache-Control')).toBe('public, max-age=300');
    expect(await unknown.text()).not.toContain('data-theme');
  });

  it('have the console’s form of the appearance, and may send something only with it, if the console is at their origin', async () => {
    const here = await (await world.call('GET', '/docs', { headers: { Cookie: '__Host-console-theme=dark' } })).text();
    expect(here).toMatch(/<form class="theme" method="post" action="\/console\/theme".*value="dark" checked/s);
    expect(here.match(/name="theme"[^>]* checked/g)).toHaveLength(1);
    for (const CONSOLE_ORIGIN of ['https://console.example.net', '']) {
      const apart = await createWorld({ CONSOLE_ORIGIN }).call('GET', '/docs');
      expect(await apart.text()).not.toContain('<form');
      const policy = apart.headers.get('Content-Security-Policy');
      expect(policy).toMatch(/form-action 'none'$/);
      expect(policy).not.toContain('connect-src');
    }
  });

  it('fold the operator’s pages in the menu, unless one of them is shown', async () => {
    const foldedIn = async (path: string) =>
      /<details class="group"( open)?><summary>Self-hosting<\/summary>/.exec(
        await (await world.call('GET', path)).text(),
      )?.[1];
    expect(await foldedIn('/docs/guide')).toBeUndefined();
    expect(await (await world.call('GET', '/docs/guide')).text()).toContain(
      '<details class="group"><summary>Self-hosting',
    );
    for (const page of ['operator', 'operator-keys', 'operator-keys/rotate-key'])
      expect(await foldedIn(`/docs/reference/${page}`), page).toBe(' open');
  });

  it('include a guide with the plans of the deployment', async () => {
    const lenient = createWorld({ PLAN_POLICY: 'lenient' });
    expect(await (await lenient.call('GET', '/docs/guide')).text()).toContain('min. 6');
    expect(await (await world.call('GET', '/docs/guide')).text()).not.toContain('min. 6');
  });
});

it.each([
  '/docs/',
  '/docs/index.html',
  '/docs/openapi.json',
  '/docs/reference',
  '/docs/reference/',
  '/docs/reference/unknown',
  '/docs/reference/links/unknown',
  '/docs/reference/links/shorten.html',
  '/docs/reference/unknown/shorten',
  '/docs/reference/statistics/shorten',
  '/docs/reference-links.html',
  '/style.css',
  '/docs/__proto__',
  '/docs/reference/__proto__',
])('the worker responds with 404 to %s', async (path) => {
  expect((await world.call('GET', path)).status).toBe(404);
});

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

it.each(['/docs/nothing', '/docs/errors', '/docs/reference/nothing', '/docs/reference/links/nothing', '/nothing-here'])(
  'a browser gets a page that leads on from %s, and any other client the envelope',
  async (path) => {
    const page = await world.call('GET', path, { headers: { Accept: BROWSER } });
    expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.headers.get('Cache-Control')).toBe('no-store');
    expect(page.headers.get('Content-Security-Policy')).toContain("default-src 'none'");
    const html = await page.text();
    expect(html).toContain('<h1>Page not found</h1>');
    expect(html).toContain('<a href="/docs/guide"><b>Guide</b>');
    expect(html).not.toContain('rel="next"');
    for (const headers of [{}, { Accept: '*/*' }, { Accept: 'application/json' }, { Accept: 'text/html;q=0' }]) {
      const other = await world.call('GET', path, { headers });
      expect([other.status, (await other.json<{ errorType: string }>()).errorType]).toEqual([404, 'NOT_FOUND']);
    }
  },
);

it.each(['/v2/nothing', '/v2/links/x/nothing', '/admin/nothing', '/health/nothing'])(
  'a program that names text/html gets the envelope at %s',
  async (path) => {
    const response = await world.call('GET', path, { headers: { Accept: BROWSER } });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([404, 'application/json']);
  },
);
