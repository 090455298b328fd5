import { expect, it } from 'vitest';
import { computeEditDistance, findNearestName } from './nearest-name';

it.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['flaw', 'lawn', 2],
  ['same', 'same', 0],
])('from %j to %j there are %i edits, in both directions', (one, other, distance) => {
  expect([computeEditDistance(one, other), computeEditDistance(other, one)]).toEqual([distance, distance]);
});

it.each([
  ['TRUSTPROXY', 'TRUST_PROXY'],
  ['LOG_REQUEST', 'LOG_REQUESTS'],
  ['SHORT_HSOT', 'SHORT_HOST'],
  ['short_host', 'SHORT_HOST'],
  ['HOSTS', 'HOST'],
  ['HOME', undefined],
  ['PORT', undefined],
  ['PATH', undefined],
  ['Q', undefined],
])('the name nearest to %s is %s', (text, name) => {
  expect(findNearestName(text, ['HOST', 'QR', 'API_HOST', 'SHORT_HOST', 'TRUST_PROXY', 'LOG_REQUESTS'])).toBe(name);
});
