import { expect, it } from 'vitest';
import NAMES from '#console-files';
import { createBrowser } from '#testkit/browser';
import { createWorld } from '#testkit/world';
import { findAddress } from './files';

const world = createWorld();
const browser = createBrowser(world);

const TYPES: Record<string, string> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
  woff2: 'font/woff2',
};

it.each(Object.keys(NAMES))('%s has a hash in its name, and may be cached for a year', async (name) => {
  const address = findAddress(name) ?? '';
  expect(address.replace(/-[A-Z0-9]{8}\./, '.')).toBe(`/console/assets/${name}`);
  const response = await world.call('GET', address);
  expect(response.status).toBe(200);
  expect(response.headers.get('Content-Type')).toBe(TYPES[name.split('.')[1] ?? '']);
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect((await response.arrayBuffer()).byteLength).toBeGreaterThan(0);
});

it('a file of another version is answered by that of this one, which no browser keeps', async () => {
  const response = await world.call('GET', '/console/assets/console-AAAAAAAA.css');
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-cache');
  expect(await response.text()).toBe(await (await world.call('GET', findAddress('console.css') ?? '')).text());
});

it.each(['console.js.map', 'other.css', 'constructor', 'openapi.json', '..%2Fopenapi.json'])(
  '%s is no file of the console',
  async (name) => expect((await world.call('GET', `/console/assets/${name}`)).status).not.toBe(200),
);

it('the font of headings has at most 20 kB', async () => {
  const response = await world.call('GET', findAddress('heading.woff2') ?? '');
  expect((await response.arrayBuffer()).byteLength).toBeLessThanOrEqual(20_000);
});

it('every page asks for the font before its stylesheet needs it, and its policy allows it', async () => {
  const response = await browser.get('/sign-in');
  expect(response.headers.get('Content-Security-Policy')).toContain("font-src 'self'");
  expect(await response.text()).toContain(`<link rel="preload" href="${findAddress('heading.woff2')}" as="font"`);
});
