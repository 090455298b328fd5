/** What a text in the search field means. */
import { expect, it } from 'vitest';
import { parseSearch } from './search-text';

const BASE = 'https://s.example.com';
const LONG = `https://example.org/${'x'.repeat(60)}`;

it.each([
  ['', {}],
  ['spring', { search: 'spring' }],
  ['https://s.example.com/Spring-Sale', { prefix: 'spring-sale' }],
  ['HTTP://S.EXAMPLE.COM/abc/?x#y', { prefix: 'abc' }],
  ['s.example.com/abc', { prefix: 'abc' }],
  ['s.example.com/abc.', { prefix: 'abc' }],
  ['https://s.example.com/abc%E2%80%9D).', { prefix: 'abc' }],
  ['s.example.com/abc+', { prefix: 'abc' }],
  ['s.example.com/abc/+', { prefix: 'abc' }],
  ['s.example.com/%ff', { search: 's.example.com/%ff' }],
  ['s.example.com/not a code', { search: 's.example.com/not a code' }],
  ['s.example.com', { search: 's.example.com' }],
  ['https://example.org/', { search: 'https://example.org' }],
  ['https://example.org/?a', { search: 'https://example.org/?a' }],
  [LONG, { destination: LONG }],
  ['ü'.repeat(24), { search: 'ü'.repeat(24) }],
  ['ü'.repeat(25), { search: 'ü'.repeat(24) }],
  [`${'x'.repeat(46)}🌱🌱`, { search: 'x'.repeat(46) }],
])('%j', (text, sought) => {
  expect(parseSearch(text, BASE)).toEqual(sought);
});
