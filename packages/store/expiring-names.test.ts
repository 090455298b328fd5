import { expect, it } from 'vitest';
import { expiringNames } from './expiring-names';

const env = {};

it('a name belongs to its environment, until it expires', () => {
  const names = expiringNames();
  names.set(env, 'a', 100);
  expect([names.get(env, 'a', 99), names.get(env, 'a', 100)]).toEqual([100, null]);
  expect([names.get({}, 'a', 0), names.get(env, 'b', 0)]).toEqual([null, null]);
});

it('a name that was deleted is unknown', () => {
  const names = expiringNames();
  names.set(env, 'a', 100);
  names.delete(env, 'a');
  names.delete({}, 'a');
  expect(names.get(env, 'a', 0)).toBeNull();
});

it('an isolate remembers at most a thousand names, the newest among them', () => {
  const names = expiringNames();
  for (let i = 0; i < 100_000; i++) names.set(env, `${i}`, 100);
  const found = Array.from({ length: 100_000 }, (_, i) => names.get(env, `${i}`, 0)).filter((one) => one !== null);
  expect(found.length).toBeLessThanOrEqual(1_000);
  expect(names.get(env, '99999', 0)).toBe(100);
});
