/** Which hosts a browser can open (RFC 3492, UTS 46). */
import { expect, it } from 'vitest';
import { isDecodableHost } from './fields';

it.each([
  'example.com',
  'xn--mnchen-3ya.de',
  'xn--ls8h.la',
  'xn--wgv71a119e.jp',
  'xn--e1afmkfd.xn--p1ai',
  'xn--bcher-kva.example',
  'xn--maana-pta.com',
  'a--b.com',
])('%s is a host', (host) => {
  expect(isDecodableHost(host)).toBe(true);
});

it.each([
  'xn--a.com',
  'xn--.com',
  'xn--zz--zz.com',
  'xn--a-.com',
  'xn--mnchen-3y.de',
  'www.xn--a.com',
  'xn--0.com',
  `xn--${'9'.repeat(50)}.com`,
  `xn--${'z'.repeat(59)}.com`,
])('%s is none', (host) => {
  expect(isDecodableHost(host)).toBe(false);
});
