/** From nothing to a redirect, over HTTP through both workers as wrangler configures them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestHarness } from 'wrangler';
import { readQr } from '#testkit/read-qr';

const TOKEN = 'an-operator-token-of-forty-characters-xx';
const vars = { ADMIN_TOKEN: TOKEN, PEPPER: TOKEN, REQUIRE_HTTPS: 'off', SHORT_BASE_URL: 'http://s.example.com' };

const server = createTestHarness({
  workers: [
    { configPath: './wrangler.api.toml', vars },
    { configPath: './wrangler.redirect.toml', vars },
  ],
});
const api = server.getWorker('swiftlet-api');
const short = server.getWorker('swiftlet-redirect');

beforeAll(async () => {
  await server.listen();
  await api.applyD1Migrations('DB');
});
afterAll(() => server.close());

const send = (method: string, path: string, token: string, body: unknown) =>
  api.fetch(path, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const post = (path: string, token: string, body: unknown) => send('POST', path, token, body);

it('makes a key, then a link, and sends a visitor on', async () => {
  const made = await post('/admin/keys', TOKEN, { name: 'first', plan: 'PRO' });
  expect(made.status).toBe(201);
  const { key } = (await made.json()) as { key: string };

  expect((await short.fetch('/hello-world', { redirect: 'manual' })).status).toBe(404);
  const shortened = await post('/v2/shorten', key, { url: 'https://example.com/a', alias: 'Hello-World' });
  expect(shortened.status).toBe(201);

  const visit = await short.fetch('/hello-world', { redirect: 'manual' });
  expect(visit.status).toBe(302);
  expect(visit.headers.get('Location')).toBe('https://example.com/a');
});

it('draws a QR code in the built worker, and counts its scan', async () => {
  const { key } = (await (await post('/admin/keys', TOKEN, { name: 'fourth', plan: 'PRO' })).json()) as { key: string };
  await post('/v2/shorten', key, { url: 'https://example.com/q', alias: 'Scanned-One' });
  const headers = { Authorization: `Bearer ${key}` };
  const drawn = await api.fetch('/v2/qr/scanned-one?track=true', { headers });
  const address = new URL(readQr(new Uint8Array(await drawn.arrayBuffer())) ?? '');
  expect(address.href).toBe('http://s.example.com/Scanned-One?qr=1');

  const visit = await short.fetch(address.pathname + address.search, { redirect: 'manual' });
  expect(visit.headers.get('Location')).toBe('https://example.com/q');
  await expect
    .poll(async () => (await api.fetch('/v2/stats/scanned-one', { headers })).json(), { timeout: 10_000 })
    .toMatchObject({ clickCount: 1, qrScans: 1 });
});

it('goes on answering after a body that is far too long for a password', async () => {
  const { key } = (await (await post('/admin/keys', TOKEN, { name: 'second', plan: 'PRO' })).json()) as { key: string };
  await post('/v2/shorten', key, { url: 'https://example.com/b', alias: 'locked-one', password: 'right' });
  for (const length of [100_000, 3_000_000]) {
    const answer = await short.fetch('/locked-one', { method: 'POST', body: `password=${'x'.repeat(length)}` });
    expect(answer.status).toBe(401);
    for (let i = 0; i < 5; i++) expect((await short.fetch('/.health')).status).toBe(200);
  }
});

it('lists a link, edits it, and has every edit obeyed at once by a worker that knows the old link', async () => {
  const { key } = (await (await post('/admin/keys', TOKEN, { name: 'third', plan: 'PRO' })).json()) as { key: string };
  await post('/v2/shorten', key, { url: 'https://example.com/c', alias: 'edited-one', maxClicks: 10 });
  const visit = async () => {
    const answer = await short.fetch('/edited-one', { redirect: 'manual' });
    return `${answer.status} ${answer.headers.get('Location')}`;
  };
  const edit = async (body: unknown) => (await send('PATCH', '/v2/links/edited-one', key, body)).status;
  expect(await visit()).toBe('302 https://example.com/c');
  // The second edit has the link's counter ask its account's statistics.
  expect([await edit({ maxClicks: null }), await edit({ maxClicks: 2, url: 'https://example.com/d' })]).toEqual([
    200, 200,
  ]);
  expect([await visit(), await visit()]).toEqual(['302 https://example.com/d', '410 null']);
  expect(await edit({ maxClicks: 3, password: 'a word' })).toBe(200);
  expect(await visit()).toBe('200 null');

  const list = await api.fetch('/v2/links', { headers: { Authorization: `Bearer ${key}` } });
  expect(await list.json()).toMatchObject({
    links: [{ shortCode: 'edited-one', status: 'active', maxClicks: 3, hasPassword: true }],
    nextCursor: null,
  });
});
