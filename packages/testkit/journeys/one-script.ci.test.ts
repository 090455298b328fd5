/** The one script as its wrangler file deploys it, over HTTP: what the Deploy to Cloudflare button puts up. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestHarness } from 'wrangler';

const TOKEN = 'an-operator-token-of-forty-characters-xx';
const HERE = 'https://swiftlet.acme.workers.dev';
const server = createTestHarness({
  workers: [
    { configPath: './wrangler.jsonc', vars: { ADMIN_TOKEN: TOKEN, PEPPER: TOKEN, GATHER_MS: '0', METRICS_MS: '0' } },
  ],
});
const one = server.getWorker('swiftlet');

beforeAll(async () => {
  await server.listen();
  await one.applyD1Migrations('DB');
});
afterAll(() => server.close());

const post = async (path: string, token: string, body: unknown): Promise<Record<string, string>> => {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const made = await one.fetch(`${HERE}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  expect(made.status).toBe(201);
  return made.json() as Promise<Record<string, string>>;
};

it('makes a key, a link that works twice, and its documentation, on an address that nobody told it', async () => {
  const { key = '' } = await post('/admin/keys', TOKEN, { name: 'one', plan: 'PRO' });
  const { shortUrl = '' } = await post('/v2/shorten', key, { url: 'https://example.com/one', maxClicks: 2 });
  expect(shortUrl.startsWith(`${HERE}/`)).toBe(true);
  const visits = [];
  for (let i = 0; i < 3; i++) visits.push((await one.fetch(shortUrl, { redirect: 'manual' })).status);
  expect(visits).toEqual([302, 302, 410]);
  const guide = await (await one.fetch(`${HERE}/docs/guide`)).text();
  expect(guide).toContain(`${HERE}/v2/shorten`);
});
