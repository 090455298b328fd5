/** Tests which requests maintenance stops, and which it must not stop. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { Envelope } from './fields';

const url = 'https://example.com/';
const alias = freshAlias('kept');
let world: World;
let key: string;

beforeEach(async () => {
  world = createWorld({ LEGACY_SHORTEN: 'on' });
  ({ key } = await world.newKey('PRO'));
  await world.shorten(key, { url, alias });
  await world.admin('PUT', '/settings', { maintenance: true });
});
afterEach(async () => {
  await env.DB.prepare('DELETE FROM settings').run();
});

describe('maintenance', () => {
  it.each<[string, () => Promise<Response>]>([
    ['POST /v2/shorten', () => world.shorten(key, { url })],
    ['POST /v2/shorten without a key', () => world.call('POST', '/v2/shorten')],
    ['DELETE /v2/links', () => world.v2(key, 'DELETE', `/links/${alias}`)],
    ['POST /shorten', () => world.call('POST', '/shorten')],
  ])('stops %s with 503, without the headers of limits', async (_, send) => {
    const response = await send();
    expect(Envelope.parse(await response.json())).toMatchObject({
      statusCode: 503,
      message: 'Service is temporarily unavailable for maintenance',
      errorType: 'MAINTENANCE',
    });
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    expect([...response.headers.keys()].filter((name) => /^x-(api|rate|quota)/.test(name))).toEqual([]);
  });

  it.each<[string, () => Promise<Response>, number]>([
    ['visits', () => world.visit(alias), 302],
    ['the API’s health', () => world.call('GET', '/health'), 200],
    ['the redirect worker’s health', () => world.visit('.health'), 200],
    ['the API’s readiness', () => world.call('GET', '/health/ready'), 200],
    ['the operator’s settings', () => world.admin('GET', '/settings'), 200],
    ['the operator’s keys', () => world.admin('POST', '/keys', { name: 'meanwhile' }), 201],
    ['the 404 of an unknown route', () => world.call('GET', '/v2/none'), 404],
    ['the 405 of another method', () => world.call('GET', '/v2/shorten'), 405],
  ])('does not stop %s', async (_, send, status) => {
    expect((await send()).status).toBe(status);
  });

  it('charges no call to a key', async () => {
    await world.shorten(key, { url });
    await world.admin('PUT', '/settings', { maintenance: false });
    const after = await world.shorten(key, { url });
    expect(after.status).toBe(201);
    expect(after.headers.get('X-RateLimit-Remaining')).toBe('4998');
  });
});
