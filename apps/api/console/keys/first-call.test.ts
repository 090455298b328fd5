/** The first call of a new key: one that it may send, in each language. */
import { describe, expect, it } from 'vitest';
import { newDeveloper } from '#testkit/browser';
import { createWorld } from '#testkit/world';
import { chooseFirstRequest } from './key-text';

const world = createWorld();

describe('the first request of a key', () => {
  it.each([
    ['with all rights', null, null, 'POST /v2/shorten'],
    ['that makes links', ['qr:read', 'links:create'], 'own', 'POST /v2/shorten'],
    ['that reads', ['links:read', 'stats:read', 'qr:read'], null, 'GET /v2/links'],
    ['for statistics', ['stats:read'], null, 'GET /v2/stats'],
    ['for statistics of its own links', ['stats:read'], 'own', 'GET /v2/key'],
    ['that deletes', ['links:delete'], null, 'GET /v2/key'],
  ] as const)('%s is one that it may send', async (_, scopes, linkReach, request) => {
    const { method, address, body } = chooseFirstRequest({ scopes, linkReach });
    expect(`${method} ${address}`).toBe(request);
    const { key } = await world.newKey('PRO', { scopes: scopes && [...scopes], links: linkReach ?? 'all' });
    const response = await world.v2(key, method, address.replace('/v2', ''), body as Record<string, unknown>);
    expect([200, 201]).toContain(response.status);
  });
});

it('the page of a new text of a key for web pages has a call from there, and says that visitors can read it', async () => {
  const { browser } = await newDeveloper(world);
  const typed = { name: 'shop', access: 'some', 'links:create': 'yes', origins: 'https://shop.example.com' };
  const page = await browser.follow(await browser.post('/keys', typed));
  expect([...page.matchAll(/<code id="code-(\w+)">/g)].map(([, id]) => id)).toEqual(['page']);
  const [code = ''] = /<code id="code-page">.*?<\/code>/s.exec(page) ?? [];
  expect(code).toMatch(/await fetch\(&#39;[^;]*\/v2\/shorten&#39;.*Bearer sl_.*JSON\.stringify\(/s);
  expect(page).toContain('<code>https://shop.example.com</code>');
  expect(page).toContain('origins do not hold off servers');
  // The focus is where the secret is.
  expect(page).toMatch(/<section class="card" tabindex="-1" autofocus="" aria-labelledby="title">/);
});

it('the page of a new text has the sample in four languages with the text, and says where the client comes from', async () => {
  const { browser } = await newDeveloper(world);
  const made = await browser.post('/keys', { name: 'dashboard', access: 'some', 'stats:read': 'yes', links: 'all' });
  const page = await browser.follow(made);
  const text = /value="(sl_[^"]+)"/.exec(page)?.[1] ?? '';
  const samples = [...page.matchAll(/<code id="code-(\w+)">(.*?)<\/code>/gs)].map(([, id, code]) => [id, code]);
  expect(samples.map(([id]) => id)).toEqual(['curl', 'js', 'python', 'php']);
  for (const [id, code] of samples) {
    expect(code, id).toContain(text);
    expect(code, id).toContain(id === 'js' ? 'accountStatistics()' : '/v2/stats');
    expect(code, id).not.toContain('shorten');
  }
  expect(page).toContain('comes from the operator of this service');
});
