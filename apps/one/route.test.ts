/**
 * Checks that no path of the API hides a short link at a shared address: the code of such a path is invalid or
 * reserved.
 */
import { expect, it } from 'vitest';
import { createApp } from '#api/app';
import { findReservedReason } from '#domain/reserved/reserved-reason';
import { CODE_ALPHABET, CODE_LENGTH, parseCode } from '#domain/short-address';
import { ADDRESS_UNKNOWN, chooseRoute, type Env, listApiSegments, makeEnvironment } from './route';

const api = createApp();
const segments = [...listApiSegments(api)];

it('knows the first segments of every path of the API', () => {
  expect(segments.sort()).toEqual(['admin', 'console', 'docs', 'health', 'openapi.json', 'shorten', 'v2']);
});

it.each(segments)('/%s is an invalid code or a reserved one', (segment) => {
  const code = parseCode(segment);
  expect(code === null || findReservedReason(code) === 'system').toBe(true);
});

it.each(segments)('/%s is never generated as a code', (segment) => {
  const isGenerable = segment.length === CODE_LENGTH && [...segment].every((one) => CODE_ALPHABET.includes(one));
  expect(isGenerable).toBe(false);
});

const at = (address: string, variables: Partial<Env>) => {
  const url = new URL(address);
  return chooseRoute(url, makeEnvironment(variables as Env, url.origin), api);
};

it.each([
  ['/v2/shorten', 'api'],
  ['/docs', 'api'],
  ['/docs/guide', 'api'],
  ['/console/sign-in/abc', 'api'],
  ['/openapi.json', 'api'],
  ['/', 'short'],
  ['/.health', 'short'],
  ['/robots.txt', 'short'],
  ['/my-link', 'short'],
  ['/my-link+', 'short'],
  ['/docs+', 'short'],
  ['/documents', 'short'],
])('sends %s of an address that both workers share to the %s worker', (path, route) => {
  expect(at(`https://swiftlet.acme.workers.dev${path}`, {})).toBe(route);
  const variables = { SHORT_BASE_URL: 'https://go.example.com', CONSOLE_ORIGIN: 'https://go.example.com' };
  expect(at(`https://go.example.com${path}`, variables)).toBe(route);
});

it('uses the address of a request as its own only on workers.dev, unless SHORT_BASE_URL is set', () => {
  expect(at('https://s.example.com/my-link', {})).toBe('nobody');
  expect(makeEnvironment({} as Env, 'https://evil.example').SHORT_BASE_URL).toBe(ADDRESS_UNKNOWN);
});

it('does not start if CONSOLE_ORIGIN is set and SHORT_BASE_URL is not', () => {
  const variables = { CONSOLE_ORIGIN: 'https://api.example.com' } as Env;
  expect(() => makeEnvironment(variables, ADDRESS_UNKNOWN)).toThrow('CONSOLE_ORIGIN needs SHORT_BASE_URL');
});

it('returns the same environment for every request to an address, so that an isolate keeps one copy of its values', () => {
  const env = {} as Env;
  expect(makeEnvironment(env, 'https://a.workers.dev')).toBe(makeEnvironment(env, 'https://a.workers.dev'));
});
