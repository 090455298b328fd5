/** Tests that a visit reads the same from its URL as the parser of URLs does. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Visit } from './visit-request';

const visitOf = (url: string) => new Visit({ url, method: 'GET' } as Request, 0);

const HOSTS = [
  's.example.com',
  's.example.com:8443',
  '192.0.2.1',
  '[2001:db8::1]',
  'user@s.example.com',
  's.example.com\\x',
];
/** Parts of a path, a query and a fragment. The parser of URLs changes some of them. */
const PARTS = [
  'a',
  'Z',
  '9',
  '-',
  '_',
  '/',
  '.',
  '..',
  '%2e',
  '%41',
  '\\',
  '?',
  '#',
  '+',
  ' ',
  'é',
  '\t',
  '~',
  ':',
  '@',
];

it('a visit has the path, the query and the host of its parsed URL', () => {
  const urls = fc
    .tuple(fc.constantFrom('http', 'https'), fc.constantFrom(...HOSTS), fc.array(fc.constantFrom(...PARTS)))
    .map(([scheme, host, parts]) => `${scheme}://${host}/${parts.join('')}`);
  fc.assert(
    fc.property(urls, (url) => {
      const { pathname, query, authority } = visitOf(url);
      const parsed = new URL(url);
      expect([pathname, query, authority]).toEqual([parsed.pathname, parsed.search, parsed.host]);
    }),
    { numRuns: 1_000 },
  );
});

it('a URL without a path has the path /', () => {
  const { pathname, query } = visitOf('https://s.example.com?q=/code');
  expect([pathname, query]).toEqual(['/', '?q=/code']);
});
