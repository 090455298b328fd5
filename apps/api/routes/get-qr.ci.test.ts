/** GET /v2/qr/:shortCode (specification 9.1). qr/decode.browser.ci.test.ts checks that decoders read the pictures. */
import { runDurableObjectAlarm } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { removeLogo, saveLogo } from '#api/qr/style';
import { LinkStatistics } from '#api/statistics/statistics-record';
import { fakeClock, NOON } from '#testkit/clock';
import { paintLogo, toBase64 } from '#testkit/logo';
import { readPixels, readQr } from '#testkit/read-qr';
import { createWorld, freshAlias, type World } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/there';

afterEach(async () => {
  await env.DB.prepare('DELETE FROM settings').run();
});

/** Creates a link with an alias. Returns it and its key. */
async function newLink(options: Record<string, unknown> = {}) {
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('Qr');
  expect((await world.shorten(key, { url, alias, ...options })).status).toBe(201);
  return { key, alias, shortUrl: `https://s.example.com/${alias}` };
}

type Ask = { method?: string; ifNoneMatch?: string; here?: World };

const ask = (key: string, path: string, { method = 'GET', ifNoneMatch, here = world }: Ask = {}) =>
  here.call(method, `/v2/qr/${path}`, {
    headers: { Authorization: `Bearer ${key}`, ...(ifNoneMatch !== undefined && { 'If-None-Match': ifNoneMatch }) },
  });

const readBytes = async (response: Response) => new Uint8Array(await response.arrayBuffer());

/** Returns the status, the errorType and the message of a refusal. */
async function readRefusal(response: Promise<Response>) {
  const { statusCode, errorType, message } = Envelope.parse(await (await response).json());
  return [statusCode, errorType, message];
}

const invalid = (message: string) => [400, 'INVALID_FIELD', message];

describe('a 200 of GET /v2/qr', () => {
  it('has the link’s shortUrl as a PNG of 300 pixels, for private caches only', async () => {
    const { key, alias, shortUrl } = await newLink();
    const response = await ask(key, alias);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, max-age=3600',
      vary: 'Authorization',
      'x-content-type-options': 'nosniff',
      'x-api-key-name': 'PRO key',
    });
    expect(response.headers.get('ETag')).toMatch(/^"[0-9a-f]{40}"$/);
    expect(response.headers.has('Content-Disposition')).toBe(false);
    const png = await readBytes(response);
    expect(new DataView(png.buffer).getUint32(16)).toBe(300);
    expect(png.length).toBeLessThan(1_000);
    expect(readQr(png)).toBe(shortUrl);
  });

  it('has the code or the alias as in shortUrl, in any case of the path', async () => {
    const { key, alias, shortUrl } = await newLink();
    expect(readQr(await readBytes(await ask(key, alias.toUpperCase())))).toBe(shortUrl);
    const made = (await (await world.shorten(key, { url })).json()) as { shortCode: string; shortUrl: string };
    expect(readQr(await readBytes(await ask(key, made.shortCode)))).toBe(made.shortUrl);
  });

  it('may be an SVG with one path for all modules, in the requested colors', async () => {
    const { key, alias } = await newLink();
    const response = await ask(key, `${alias}?format=svg&size=500&color=04A&bgColor=ffffe0&margin=2&level=H`);
    expect(response.headers.get('Content-Type')).toBe('image/svg+xml');
    const svg = await response.text();
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" width="500" height="500" viewBox="0 0 500 500"/,
    );
    expect(svg.match(/<path fill="#[0-9a-f]{6}"/g)).toEqual(['<path fill="#ffffe0"', '<path fill="#0044aa"']);
    expect(svg.length).toBeLessThan(6_000);
  });

  it.each(['png', 'svg'])('is an attachment with download=true, as %s', async (format) => {
    const { key, alias } = await newLink();
    const response = await ask(key, `${alias.toLowerCase()}?format=${format}&download=true`);
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="qr-${alias}.${format}"`);
  });

  it('with track=true has an address whose visit counts as a scan, and redirects without `?qr=1`', async () => {
    const { key, alias, shortUrl } = await newLink();
    const text = readQr(await readBytes(await ask(key, `${alias}?track=true`)));
    expect(text).toBe(`${shortUrl}?qr=1`);
    const visit = await world.visit(`${alias}${new URL(text ?? '').search}`, {
      headers: { 'User-Agent': 'Firefox/121.0' },
    });
    expect(visit.headers.get('Location')).toBe(url);
    const statistics = LinkStatistics.parse(await (await world.v2(key, 'GET', `/stats/${alias}`)).json());
    expect(statistics).toMatchObject({ clickCount: 1, qrScans: 1 });
  });

  it('has the same headers for HEAD, and no picture', async () => {
    const { key, alias } = await newLink();
    const [got, head] = [await ask(key, alias), await ask(key, alias, { method: 'HEAD' })];
    const names = ['Content-Type', 'Cache-Control', 'ETag', 'Vary'];
    expect(names.map((name) => head.headers.get(name))).toEqual(names.map((name) => got.headers.get(name)));
    expect([head.status, (await readBytes(head)).length]).toEqual([200, 0]);
  });

  it('contains no destination and no password of a protected link, in any format', async () => {
    const destination = 'https://example.com/behind-the-password';
    const { key, alias, shortUrl } = await newLink({ url: destination, password: 'correct horse' });
    const row = await env.DB.prepare('SELECT password FROM links WHERE code = ?1')
      .bind(alias.toLowerCase())
      .first<{ password: string }>();
    const secrets = [destination, 'behind', 'correct horse', ...(row?.password.split(/[$:.]/) ?? [])].filter(
      (text) => text.length > 5,
    );
    expect(secrets.length).toBeGreaterThan(3);
    for (const query of ['', '?format=svg', '?download=true', '?format=svg&track=true&download=true']) {
      const response = await ask(key, `${alias}${query}`);
      expect(response.status).toBe(200);
      const bytes = await readBytes(response);
      const texts = [JSON.stringify([...response.headers]), new TextDecoder('latin1').decode(bytes)];
      if (!query.includes('svg')) expect(readQr(bytes)).toBe(shortUrl);
      for (const secret of secrets) for (const text of texts) expect(text).not.toContain(secret);
    }
  });
});

describe('a picture with logo=true', () => {
  const by = { kind: 'owner' } as const;

  /** Creates a link of an account that has a logo. @param text what follows the host in the alias */
  async function newLinkWithLogo(alias = freshAlias('Qr')) {
    const { key, accountId } = await world.newKey('PRO');
    await saveLogo(env, toBase64(paintLogo('disc', 40)), { accountId, by, now: NOON });
    expect((await world.shorten(key, { url, alias })).status).toBe(201);
    return { key, accountId, alias, shortUrl: `https://s.example.com/${alias}` };
  }

  it('has the logo in its middle, in a PNG and an SVG, and is read', async () => {
    const { key, alias, shortUrl } = await newLinkWithLogo();
    const png = await readBytes(await ask(key, `${alias}?logo=true&size=600&bgColor=ffffe0&track=true`));
    expect(readQr(png)).toBe(`${shortUrl}?qr=1`);
    const response = await ask(key, `${alias}?logo=true&size=600&track=true&format=svg&download=true`);
    expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="qr-${alias}.svg"`);
    const svg = await response.text();
    expect(svg).toContain('xlink:href="data:image/png;base64,iVBORw0KGgo');
    const { rgba } = readPixels(png);
    const pixel = (x: number, y: number) => [...rgba.subarray(4 * (y * 600 + x), 4 * (y * 600 + x + 1))];
    expect(pixel(300, 300)).toEqual([24, 119, 242, 255]);
    // The corners of the logo are transparent.
    const [x = 0, y = 0] = (/<image x="(\d+)" y="(\d+)"/.exec(svg) ?? []).slice(1).map(Number);
    expect(pixel(x + 1, y + 1)).toEqual([255, 255, 224, 255]);
  });

  it('has a short address at level H, whatever the level of the query', async () => {
    const { key, alias } = await newLinkWithLogo();
    const draw = async (query: string) => (await ask(key, `${alias}?format=svg&${query}`)).text();
    const withLogo = await draw('logo=true');
    expect(await draw('logo=true&level=L')).toBe(withLogo);
    const modules = (svg: string) => /scale\((\d+)\)/.exec(svg)?.[1];
    expect(modules(withLogo)).toBe(modules(await draw('level=H')));
    expect(await draw('level=H')).not.toContain('<image');
  });

  it('is asked for again each time, and has another ETag with another logo', async () => {
    const { key, alias, accountId } = await newLinkWithLogo();
    const first = await ask(key, `${alias}?logo=true`);
    expect(first.headers.get('Cache-Control')).toBe('private, no-cache');
    const ifNoneMatch = first.headers.get('ETag') ?? '';
    expect((await ask(key, `${alias}?logo=true`, { ifNoneMatch })).status).toBe(304);
    await saveLogo(env, toBase64(paintLogo('rings', 40)), { accountId, by, now: NOON });
    expect((await ask(key, `${alias}?logo=true`, { ifNoneMatch })).status).toBe(200);
    await removeLogo(env, { accountId, by, now: NOON });
    expect((await ask(key, `${alias}?logo=true`, { ifNoneMatch })).status).toBe(400);
    expect((await ask(key, alias)).headers.get('Cache-Control')).toBe('private, max-age=3600');
  });

  it('is refused for an address that leaves no room for it', async () => {
    const here = createWorld({ SHORT_BASE_URL: `https://${'a-long-label.'.repeat(6)}example.com` });
    const { key, accountId } = await here.newKey('PRO');
    await saveLogo(env, toBase64(paintLogo('disc', 40)), { accountId, by, now: NOON });
    const alias = freshAlias('long');
    await here.shorten(key, { url, alias });
    const refusal = await readRefusal(ask(key, `${alias}?logo=true`, { here }));
    expect(refusal).toEqual([400, 'INVALID_FIELD', 'logo needs an address of at most 103 characters']);
    expect((await ask(key, alias, { here })).status).toBe(200);
  });
});

describe('a 304 of GET /v2/qr', () => {
  const readEtag = async (key: string, path: string) => (await ask(key, path)).headers.get('ETag') ?? '';

  it.each<[string, (etag: string) => string]>([
    ['the ETag', (etag) => etag],
    ['the ETag as a weak one', (etag) => `W/${etag}`],
    ['a list that contains the ETag', (etag) => `"other", W/"another", ${etag}`],
    ['*', () => '*'],
  ])('is the response to If-None-Match with %s, and has the caching headers of a 200', async (_, ifNoneMatch) => {
    const { key, alias } = await newLink();
    const etag = await readEtag(key, alias);
    for (const method of ['GET', 'HEAD']) {
      const response = await ask(key, alias, { method, ifNoneMatch: ifNoneMatch(etag) });
      expect([response.status, await response.text()]).toEqual([304, '']);
      const names = ['ETag', 'Cache-Control', 'Vary', 'Content-Type', 'X-API-Key-Name'];
      expect(names.map((name) => response.headers.get(name))).toEqual([
        etag,
        'private, max-age=3600',
        'Authorization',
        null,
        'PRO key',
      ]);
    }
  });

  it.each(['format=svg', 'size=301', 'level=H', 'margin=5', 'color=111111', 'bgColor=fffffe', 'track=true'])(
    'is not the response if %s makes another picture',
    async (option) => {
      const { key, alias } = await newLink();
      const response = await ask(key, `${alias}?${option}`, { ifNoneMatch: await readEtag(key, alias) });
      expect(response.status).toBe(200);
    },
  );

  it('is not the response to another account, or for a link that is gone', async () => {
    const { key, alias } = await newLink();
    const other = await world.newKey('PRO');
    const ifNoneMatch = `${await readEtag(key, alias)}, "x"`;
    for (const tags of [ifNoneMatch, '*']) {
      expect((await ask(other.key, alias, { ifNoneMatch: tags })).status).toBe(404);
    }
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect((await ask(key, alias, { ifNoneMatch })).status).toBe(410);
  });
});

describe('a 400 of GET /v2/qr', () => {
  const CONTRAST = 'color must be dark on a light bgColor, at a contrast of at least 3:1: other codes do not scan';
  const GREY = 'color must be less than half as bright as bgColor once both are grey: other codes do not scan';
  const SIZE = 'size must be a whole number from 100 to 2000';
  const MARGIN = 'margin must be a whole number from 0 to 16';
  const writeRule = (name: string) => `${name} must be hexadecimal digits without #, like 1a2b3c`;

  it.each([
    ['format=jpg', 'format must be svg or png'],
    ['format=PNG', 'format must be svg or png'],
    ['format=', 'format must be svg or png'],
    ['size=99', SIZE],
    ['size=2001', SIZE],
    ['size=300.5', SIZE],
    ['size=3e2', SIZE],
    ['size=0300', SIZE],
    ['size=-300', SIZE],
    ['size=', SIZE],
    ['size=300&size=400', SIZE],
    ['level=h', 'level must be L, M, Q or H'],
    ['margin=17', MARGIN],
    ['margin=-1', MARGIN],
    ['margin=1.5', MARGIN],
    ['color=%23000000', writeRule('color')],
    ['color=black', writeRule('color')],
    ['color=0000', writeRule('color')],
    ['color=00000080', writeRule('color')],
    ['bgColor=fffffg', writeRule('bgColor')],
    ['bgColor=%0Affffff', writeRule('bgColor')],
    ['color=959595', CONTRAST],
    ['color=ffffff&bgColor=000000', CONTRAST],
    ['color=123456&bgColor=123456', CONTRAST],
    ['bgColor=333333', CONTRAST],
    ['color=353535&bgColor=ff0000', GREY],
    ['color=888888', GREY],
    ['download=1', 'download must be true or false'],
    ['track=yes', 'track must be true or false'],
    ['logo=1', 'logo must be true or false'],
    ['logo=true', 'logo must be false until the account has a logo, which its owner uploads in the console'],
    ['colour=000000', 'colour is not a parameter here'],
    ['__proto__=1', '__proto__ is not a parameter here'],
  ])('is the response to %s, with the message: %s', async (query, message) => {
    const { key, alias } = await newLink();
    expect(await readRefusal(ask(key, `${alias}?${query}`))).toEqual(invalid(message));
  });

  /** Creates a link with a very long short URL. @param labels the number of labels of its host before `example.com` */
  async function longLink(labels: number) {
    const here = createWorld({ SHORT_BASE_URL: `https://${'a-long-label.'.repeat(labels)}example.com` });
    const { key } = await here.newKey('PRO');
    const alias = freshAlias('long');
    const { shortUrl } = (await (await here.shorten(key, { url, alias })).json()) as { shortUrl: string };
    return { shortUrl, get: (query: string) => ask(key, `${alias}?${query}`, { here }) };
  }

  it.each(['margin=16&level=Q', 'margin=16&level=Q&format=svg', 'margin=0&level=Q&color=777777'])(
    'to a size that is too small, with %s, contains the least size, which is accepted',
    async (query) => {
      const { shortUrl, get } = await longLink(16);
      const [status, , message] = await readRefusal(get(`size=100&${query}`));
      expect(status).toBe(400);
      expect(message).toMatch(/^size must be at least \d+ for this code with its margin and colors$/);
      const least = Number(/\d+/.exec(String(message))?.[0]);
      expect((await get(`size=${least - 1}&${query}`)).status).toBe(400);
      const enough = await get(`size=${least}&${query}`);
      expect(enough.status).toBe(200);
      if (!query.includes('svg')) expect(readQr(await readBytes(enough))).toBe(shortUrl);
    },
  );

  it('is the response to a level that cannot hold a very long short URL', async () => {
    const { get } = await longLink(13);
    expect(await readRefusal(get('level=H'))).toEqual(invalid('level H cannot hold this address'));
    expect((await get('level=Q')).status).toBe(200);
  });

  it('is the response while QR codes are switched off, before any other check', async () => {
    const { key, alias } = await newLink();
    await world.admin('PUT', '/settings', { qr: false });
    const disabled = [400, 'FEATURE_DISABLED', 'QR codes are currently disabled on this platform'];
    expect(await readRefusal(ask(key, alias))).toEqual(disabled);
    expect(await readRefusal(ask(key, 'unknown?size=1'))).toEqual(disabled);
    expect((await world.v2(key, 'GET', `/stats/${alias}`)).status).toBe(200);
    await world.admin('PUT', '/settings', { qr: true });
    expect((await ask(key, alias)).status).toBe(200);
  });

  it('is the response to a wrong query, even for an unknown code', async () => {
    const { key } = await world.newKey('PRO');
    expect(await readRefusal(ask(key, `${freshAlias('none')}?size=1`))).toEqual(invalid(SIZE));
  });

  it('or a 200 is the response to any query', async () => {
    const { key, alias } = await newLink();
    const names = ['format', 'size', 'level', 'margin', 'color', 'bgColor', 'download', 'track', 'logo', 'x'];
    const values = ['svg', 'png', '100', '1000', '0', '16', 'H', '000', 'ffffff', 'true', '', '%', '𝒳', 'NaN'];
    const query = fc.array(
      fc.tuple(
        fc.constantFrom(...names),
        fc.oneof(fc.constantFrom(...values), fc.string({ unit: 'binary', maxLength: 9 })),
      ),
      { maxLength: 4 },
    );
    await fc.assert(
      fc.asyncProperty(query, async (pairs) => {
        const { status } = await ask(
          key,
          `${alias}?${new URLSearchParams(pairs.map(([name, value]) => [name, value.toWellFormed()]))}`,
        );
        expect([200, 400]).toContain(status);
      }),
      { numRuns: 80 },
    );
  });
});

describe('a 401 of GET /v2/qr', () => {
  it('is the response to a request without a key', async () => {
    const { alias } = await newLink();
    expect((await world.call('GET', `/v2/qr/${alias}`)).status).toBe(401);
  });
});

describe('a 404 of GET /v2/qr', () => {
  it('has the same bytes for an unknown code and for a link of another account', async () => {
    turnTo(NOON);
    const { key } = await world.newKey('PRO');
    const other = await world.newKey('PRO');
    const alias = freshAlias('foreign');
    const askOther = async () => {
      const response = await ask(other.key, alias);
      const { 'x-ratelimit-remaining': _, 'x-quota-remaining': __, ...headers } = Object.fromEntries(response.headers);
      return { status: response.status, headers, body: await response.text() };
    };
    const unknown = await askOther();
    expect(unknown).toMatchObject({ status: 404, body: expect.stringContaining('Short URL not found') });
    await world.shorten(key, { url, alias });
    expect(await askOther()).toEqual(unknown);
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect(await askOther()).toEqual(unknown);
  });

  it.each(['ab', 'a.b', 'constructor', '__proto__', 'x'.repeat(51), '%00%00%00'])(
    'is the response to the code “%s”',
    async (code) => {
      const { key } = await world.newKey('PRO');
      expect((await readRefusal(ask(key, code)))[0]).toBe(404);
    },
  );
});

describe('a 405 of GET /v2/qr', () => {
  it('has the allowed methods', async () => {
    const { key, alias } = await newLink();
    const response = await ask(key, alias, { method: 'POST' });
    expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
  });
});

describe('a 410 of GET /v2/qr', () => {
  const EXPIRED = [410, 'EXPIRED', 'This link has expired'];
  const BLOCKED = [410, 'BLOCKED', 'This link has been blocked'];

  it('is the response from the millisecond on in which the link expires', async () => {
    turnTo(NOON);
    const { key, alias } = await newLink({ expiresIn: 60 });
    turnTo(NOON + 59_999);
    expect((await ask(key, alias)).status).toBe(200);
    turnTo(NOON + 60_000);
    expect(await readRefusal(ask(key, alias))).toEqual(EXPIRED);
  });

  it('is the response once the link is deleted', async () => {
    const { key, alias } = await newLink();
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect(await readRefusal(ask(key, alias))).toEqual(EXPIRED);
  });

  it('is the response once the link is marked as spent', async () => {
    turnTo(NOON);
    const { key, alias } = await newLink({ maxClicks: 1 });
    const row = await env.DB.prepare('SELECT id FROM links WHERE code = ?1')
      .bind(alias.toLowerCase())
      .first<{ id: string }>();
    await world.visit(alias);
    await runDurableObjectAlarm(env.CLICKS.getByName(row?.id ?? ''));
    expect(await readRefusal(ask(key, alias))).toEqual(EXPIRED);
  });

  it('is the response while the link is blocked', async () => {
    const { key, alias } = await newLink();
    await world.admin('POST', `/links/${alias}/block`, { reason: 'phishing' });
    expect(await readRefusal(ask(key, alias))).toEqual(BLOCKED);
    await world.admin('POST', `/links/${alias}/unblock`);
    expect((await ask(key, alias)).status).toBe(200);
  });

  it.each([
    ['an open link', {}],
    ['a protected link', { password: 'correct horse' }],
  ])('is the response while the host of %s is blocked', async (_, options) => {
    const host = `${freshAlias('host')}.example.com`;
    const { key, alias } = await newLink({ url: `https://${host}/`, ...options });
    await world.admin('PUT', '/blocked-hosts', { hosts: [host] });
    expect(await readRefusal(ask(key, alias))).toEqual(BLOCKED);
    await world.admin('PUT', '/blocked-hosts', { hosts: [] });
  });
});
