import { createExecutionContext } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import type { Env } from '../env';
import { Visit } from './request';
import { serveServicePath } from './service-paths';

const HTML = { Accept: 'text/html' };

function requestPath(path: string, init: RequestInit = {}) {
  const request = new Request(`https://s.example.com${path}`, init);
  return serveServicePath(new Visit(request, 0), env as Env, createExecutionContext()) as Response | null;
}

it('a path that may be a code has no service response', () => {
  expect(['/', '/abc', '/robots', '/constructor', '/a.b'].map((path) => requestPath(path))).toEqual(
    Array(5).fill(null),
  );
});

it.each([
  ['/.health', 'application/json', '{"status":"ok"}', 'no-store'],
  ['/robots.txt', 'text/plain; charset=utf-8', 'User-agent: *\nDisallow:\n', 'public, max-age=86400'],
  ['/favicon.ico', 'image/svg+xml', '<svg ', 'public, max-age=604800'],
])('the service responds to %s with 200', async (path, type, begins, cache) => {
  const response = requestPath(path) as Response;
  expect([response.status, response.headers.get('Content-Type'), response.headers.get('Cache-Control')]).toEqual([
    200,
    type,
    cache,
  ]);
  expect((await response.text()).startsWith(begins)).toBe(true);
  expect(await (requestPath(path, { method: 'HEAD' }) as Response).text()).toBe('');
});

it.each(['/..x', '/.well-known/security.txt', '/.env', '/.git/config'])(
  'the service responds to %s with 404',
  async (path) => {
    expect(await (requestPath(path) as Response).json()).toMatchObject({
      statusCode: 404,
      errorType: 'NOT_FOUND',
      path,
    });
    expect(await (requestPath(path, { headers: HTML }) as Response).text()).toContain('This link does not exist');
  },
);

it('the service responds to POST with 405', () => {
  const response = requestPath('/robots.txt', { method: 'POST' }) as Response;
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
});

it('the service responds to OPTIONS with the allowed methods', () => {
  const response = requestPath('/robots.txt', { method: 'OPTIONS' });
  expect([response?.status, response?.headers.get('Allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
});
