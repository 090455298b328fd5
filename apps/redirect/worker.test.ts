import { expect, it } from 'vitest';
import { createWorld } from '#testkit/world';

const BROWSER = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } };

it('a browser gets a page with CONTACT, and other clients get the error envelope', async () => {
  const { visit } = createWorld({ CONTACT: 'help@example.com' });
  const page = await visit('/no-such-link', BROWSER);
  expect([page.status, page.headers.get('Content-Type')]).toEqual([404, 'text/html; charset=utf-8']);
  expect(await page.text()).toContain('mailto:help@example.com');
  expect(await (await visit('/no-such-link')).json()).toMatchObject({ statusCode: 404, errorType: 'NOT_FOUND' });
});

it('the worker serves its own paths, even over plain http', async () => {
  const { visit } = createWorld();
  expect((await visit('http://s.example.com/.health')).status).toBe(200);
  expect((await visit('/favicon.ico')).headers.get('Content-Type')).toBe('image/svg+xml');
  expect((await visit('/.well-known/nothing')).status).toBe(404);
});
