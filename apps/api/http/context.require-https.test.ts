/** Tests plain http. The API refuses it, and the short host redirects it to https (specification 2.3 and 11.10). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';
import { Envelope } from './fields';

const API = 'http://api.example.com';
const SHORT = 'http://s.example.com';
const world = createWorld({ LEGACY_SHORTEN: 'on' });
const insecure = createWorld({ REQUIRE_HTTPS: 'off' });

describe('REQUIRE_HTTPS = "on"', () => {
  it.each(['POST /v2/shorten', 'POST /shorten', 'GET /admin/settings', 'GET /nothing', 'OPTIONS /v2/shorten'])(
    'refuses %s over plain http with 403 and no Location',
    async (ask) => {
      const [method = '', path] = ask.split(' ');
      const response = await world.call(method, `${API}${path}`);
      expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: 403, errorType: 'HTTPS_REQUIRED' });
      expect(response.headers.get('Location')).toBeNull();
      expect([...response.headers.keys()].filter((name) => /^x-(api|rate|quota)/.test(name))).toEqual([]);
    },
  );

  it('stores no link and charges no call for a refused request', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('plain');
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ url: 'https://example.com/', alias });
    expect((await world.call('POST', `${API}/v2/shorten`, { headers, body })).status).toBe(403);
    expect(await env.DB.prepare('SELECT 1 FROM links WHERE code = ?1').bind(alias).first()).toBeNull();
    const made = await world.shorten(key, body);
    expect([made.status, made.headers.get('X-RateLimit-Remaining')]).toEqual([201, '4999']);
  });

  it('redirects a visit to https with 308, path and query included', async () => {
    const response = await world.visit(`${SHORT}/some-code?a=b`, { method: 'POST' });
    expect([response.status, response.headers.get('Location')]).toEqual([308, 'https://s.example.com/some-code?a=b']);
  });

  it('does not apply to the health addresses of both workers', async () => {
    expect((await world.call('GET', `${API}/health`)).status).toBe(200);
    expect((await world.visit(`${SHORT}/.health`)).status).toBe(200);
  });

  it('is the default', async () => {
    const unset = createWorld({ REQUIRE_HTTPS: undefined as never });
    expect((await unset.call('GET', `${API}/v2/shorten`)).status).toBe(403);
    expect((await unset.visit(`${SHORT}/some-code`)).status).toBe(308);
  });
});

describe('an endpoint that allows plain http', () => {
  const readStatus = async (method: string, path: string) => (await world.call(method, `${API}${path}`)).status;

  it.each(['/health', '/health/ready'])('accepts GET and HEAD of %s over plain http', async (path) => {
    expect([await readStatus('GET', path), await readStatus('HEAD', path)]).toEqual([200, 200]);
  });

  it('responds over plain http to an unknown method and an unknown path below its own', async () => {
    const statuses = [
      await readStatus('POST', '/health'),
      await readStatus('OPTIONS', '/health'),
      await readStatus('GET', '/health/unknown'),
    ];
    expect(statuses).toEqual([405, 204, 404]);
  });

  it.each(['/healthy', '/v2', '/docs', '/openapi.json'])('does not allow plain http for %s', async (path) => {
    expect(await readStatus('GET', path)).toBe(403);
  });
});

describe('X-Forwarded-Proto over plain http', () => {
  const readStatus = async (value: string, more: object) => {
    const here = createWorld(more);
    const init = { headers: { 'X-Forwarded-Proto': value } };
    return [
      (await here.call('GET', `${API}/v2/usage`, init)).status,
      (await here.visit(`${SHORT}/nobody-made-this`, init)).status,
    ];
  };

  it.each(['https', 'HTTPS', 'https, https', 'https,https'])(
    'lets a request pass as https if its value is “%s” and the proxy is trusted',
    async (value) => {
      expect(await readStatus(value, { FORWARDED_PROTO: 'trust' })).toEqual([401, 404]);
    },
  );

  it.each(['http', '', 'https, http', 'http, https', 'https,', 'wss'])(
    'does not let a request pass if its value is “%s”',
    async (value) => {
      expect(await readStatus(value, { FORWARDED_PROTO: 'trust' })).toEqual([403, 308]);
    },
  );

  it('has no effect if the worker does not trust the proxy', async () => {
    expect(await readStatus('https', {})).toEqual([403, 308]);
    expect(await readStatus('https', { FORWARDED_PROTO: 'ignore' })).toEqual([403, 308]);
  });

  it('does not make an https request count as plain http', async () => {
    const here = createWorld({ FORWARDED_PROTO: 'trust' });
    const init = { headers: { 'X-Forwarded-Proto': 'http' } };
    expect((await here.call('GET', '/v2/usage', init)).status).toBe(401);
  });
});

describe('REQUIRE_HTTPS = "off"', () => {
  it('makes both workers respond over plain http', async () => {
    const { key } = await world.newKey('PRO');
    const response = await insecure.call('POST', `${API}/v2/shorten`, {
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ url: 'https://example.com/plain' }),
    });
    const { shortCode } = (await response.json()) as { shortCode: string };
    expect(response.status).toBe(201);
    expect((await insecure.visit(`${SHORT}/${shortCode}`)).status).toBe(302);
  });
});

describe('a deployment without an operator’s token', () => {
  it.each(['GET', 'PUT', 'POST', 'OPTIONS'])('responds with 404 to %s of the operator’s addresses', async (method) => {
    const closed = createWorld({ ADMIN_TOKEN: undefined as never });
    const response = await closed.call(method, '/admin/settings');
    expect([response.status, response.headers.get('Allow')]).toEqual([404, null]);
  });
});
