import { expect, it } from 'vitest';
import { isPlainHttp } from './request-context';

it.each<[string, string | null, boolean]>([
  ['http://api.example.com/', null, true],
  ['https://api.example.com/', null, false],
  ['https://api.example.com/http:', 'http', false],
  ['http://api.example.com/', 'https', false],
  ['http://api.example.com/', 'HTTPS', false],
  ['http://api.example.com/', 'http', true],
  ['http://api.example.com/', '', true],
  ['http://api.example.com/', 'https, https', false],
  ['http://api.example.com/', 'https ,  https,https', false],
  ['http://api.example.com/', 'https, http', true],
  ['http://api.example.com/', 'http, https', true],
  ['http://api.example.com/', 'https https', true],
  ['http://api.example.com/', 'xhttps', true],
  ['http://api.example.com/', 'httpsx', true],
])('a request for %s with X-Forwarded-Proto %j is plain http: %s', (url, forwardedProto, isPlain) => {
  expect(isPlainHttp(url, forwardedProto)).toBe(isPlain);
});
