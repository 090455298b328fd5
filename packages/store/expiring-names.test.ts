import { expect, it } from 'vitest';
import { expiringNames } from './expiring-names';

const owner = {};

it('has a name for its owner until it expires', () => {
  const names = expiringNames();
  names.set(owner, 'a', 100);
  expect([names.get(owner, 'a', 99), names.get(owner, 'a', 100)]).toEqual([100, null]);
  expect([names.get({}, 'a', 0), names.get(owner, 'b', 0)]).toEqual([null, null]);
});

it('deletes a name', () => {
  const names = expiringNames();
  names.set(owner, 'a', 100);
  names.delete(owner, 'a');
  names.delete({}, 'a');
  expect(names.get(owner, 'a', 0)).toBeNull();
});

it('holds a thousand names at most, however many come', () => {
  const names = expiringNames();
  for (let i = 0; i < 100_000; i++) names.set(owner, `${i}`, 100);
  const held = Array.from({ length: 100_000 }, (_, i) => names.get(owner, `${i}`, 0)).filter((one) => one !== null);
  expect(held.length).toBeLessThanOrEqual(1_000);
  expect(names.get(owner, '99999', 0)).toBe(100);
});
