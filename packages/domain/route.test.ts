import { describe, expect, it } from 'vitest';
import { decodeRoute, encodeRoute, type Route, routeOf } from './route';
import golden from './route.golden.json';

const LINK = {
  code: 'promo',
  alias: 'Promo',
  id: 'link',
  accountId: 'account',
  url: 'https://example.com',
  createdAt: 1,
  expiresAt: null,
  maxClicks: null,
  password: null,
  gone: null,
  blocked: null,
  version: 1,
};

describe('decodeRoute', () => {
  it.each(golden)('reads the golden text $text', ({ text, route }) => {
    expect(decodeRoute(text)).toEqual(route);
  });

  it.each(golden)('is undone by encodeRoute for $text', ({ text, route }) => {
    expect(encodeRoute(route as Route)).toBe(text);
  });

  it.each([
    '',
    'null',
    '1',
    '{}',
    '[]',
    '{"f":2,"s":"live","v":1}',
    '{"f":1,"s":"live","v":1}',
    '{"f":1,"s":"gone","v":1}',
    'https://',
  ])('takes %j, which no version of ours wrote, for a miss', (text) => expect(decodeRoute(text)).toBeNull());

  it('takes a live route with neither destination nor password mark for a miss', () => {
    const text = JSON.stringify({ ...JSON.parse(golden[0]?.text ?? ''), u: undefined });
    expect(decodeRoute(text)).toBeNull();
  });
});

describe('routeOf', () => {
  it('leaves the destination of a protected link out', () => {
    const route = routeOf({ ...LINK, password: '$pbkdf2…' }, 'https://example.com/');
    expect(encodeRoute(route)).not.toContain('example.com');
    expect(encodeRoute(route)).not.toContain('pbkdf2');
  });

  it('prefers blocked to gone, and gone to live', () => {
    expect(routeOf({ ...LINK, blocked: 'phishing', gone: 'DELETED' }, '').state).toBe('blocked');
    expect(routeOf({ ...LINK, gone: 'DELETED' }, '').state).toBe('gone');
  });
});
