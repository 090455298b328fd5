/**
 * A change by the operator holds for the next request, even if an object or an isolate has a copy of the former state.
 */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { fakeClock } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const NOW = Date.UTC(2031, 5, 15, 12, 0, 0, 457);
const url = 'https://evil.example/';

afterEach(async () => {
  await env.DB.prepare("DELETE FROM settings WHERE name = 'not-of-this-version'").run();
});

const readLimit = async (key: string) => (await world.v2(key, 'GET', '/usage')).headers.get('X-RateLimit-Limit');
const change = (path: string, body: object) => world.admin('PATCH', path, body as Record<string, unknown>);

describe('the plan', () => {
  it('of an account changes at once for a key whose object has a copy', async () => {
    const { key, accountId } = await world.newKey('FREE');
    expect(await readLimit(key)).toBe('60');
    expect((await change(`/accounts/${accountId}`, { plan: 'INDIE' })).status).toBe(200);
    expect(await readLimit(key)).toBe('1000');
    expect((await change(`/accounts/${accountId}`, { plan: 'HOBBY' })).status).toBe(200);
    expect(await readLimit(key)).toBe('300');
  });

  it('of a key that was created together with its account is the account’s plan', async () => {
    const { id, key, accountId } = await world.newKey('HOBBY');
    const named = await world.admin('PATCH', `/keys/${id}`, { name: 'as it was' });
    expect(await named.json()).toMatchObject({ plan: 'HOBBY', followsAccountPlan: true });
    await change(`/accounts/${accountId}`, { plan: 'PRO' });
    expect(await readLimit(key)).toBe('5000');
  });

  it('that a key has of its own stays when the account’s plan changes', async () => {
    const { accountId } = await world.newKey('FREE');
    const { key } = await world.newKey('INDIE', { accountId });
    await change(`/accounts/${accountId}`, { plan: 'PRO' });
    expect(await readLimit(key)).toBe('1000');
  });
});

it('a blocked host stops its links at once in an isolate that has just read the list', async () => {
  turnTo(NOW);
  const { key } = await world.newKey('PRO');
  const alias = freshAlias('host');
  const readStatus = async () =>
    (await (await world.v2(key, 'GET', `/links/${alias}`)).json<{ status: string }>()).status;
  expect((await world.shorten(key, { url, alias })).status).toBe(201);
  expect(await readStatus()).toBe('active');
  await world.admin('PUT', '/blocked-hosts', { hosts: ['evil.example'] });
  expect(await readStatus()).toBe('expired');
  await world.admin('PUT', '/blocked-hosts', { hosts: [] });
  expect(await readStatus()).toBe('active');
});

it('the settings omit a row that another version has stored', async () => {
  const before = await (await world.admin('GET', '/settings')).json();
  await env.DB.prepare("INSERT INTO settings (name, value) VALUES ('not-of-this-version', 'true')").run();
  const after = await world.admin('GET', '/settings');
  expect([after.status, await after.json()]).toEqual([200, before]);
});

it('the createdAt of a link is the time at which its body was complete, even if the body arrives slowly', async () => {
  turnTo(NOW);
  const { key } = await world.newKey('PRO');
  const pieces = ['{"url":"https://example.com/",', '"expiresIn":60}'].map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream({
    pull(controller) {
      turnTo(Date.now() + 10_000);
      const piece = pieces.shift();
      if (piece === undefined) controller.close();
      else controller.enqueue(piece);
    },
  });
  const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  const made = await world.call('POST', '/v2/shorten', { headers, body });
  const { createdAt } = await made.json<{ createdAt: string }>();
  expect(Date.parse(createdAt)).toBe(Date.now());
  expect(Date.now()).toBeGreaterThanOrEqual(NOW + 20_000);
});
