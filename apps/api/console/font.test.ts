import { crc32 } from 'node:zlib';
import { expect, it } from 'vitest';
import { createBrowser } from '#testkit/browser';
import { createWorld } from '#testkit/world';
import { FONT_ADDRESS } from './font';

const browser = createBrowser(createWorld());

it('the font of headings has at most 20 kB, its checksum in its address, and may be cached for a year', async () => {
  const response = await browser.get(FONT_ADDRESS.replace('/console', ''));
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect(bytes.length).toBeLessThanOrEqual(20_000);
  expect(FONT_ADDRESS.split('?')[1]).toBe(crc32(bytes).toString(36));
  expect(response.headers.get('Content-Type')).toBe('font/woff2');
  expect(response.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
});

it('every page asks for the font before its stylesheet needs it, and its policy allows it', async () => {
  const response = await browser.get('/sign-in');
  expect(response.headers.get('Content-Security-Policy')).toContain("font-src 'self'");
  expect(await response.text()).toContain(`<link rel="preload" href="${FONT_ADDRESS}" as="font"`);
});
