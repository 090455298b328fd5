import { expect, it } from 'vitest';
import { ShortMemory } from './short-memory';

const owner = {};

it('remembers a name for its owner until its moment', () => {
  const memory = new ShortMemory();
  memory.remember(owner, 'a', 100);
  expect([memory.until(owner, 'a', 99), memory.until(owner, 'a', 100)]).toEqual([100, null]);
  expect([memory.until({}, 'a', 0), memory.until(owner, 'b', 0)]).toEqual([null, null]);
});

it('forgets a name when told so', () => {
  const memory = new ShortMemory();
  memory.remember(owner, 'a', 100);
  memory.forget(owner, 'a');
  memory.forget({}, 'a');
  expect(memory.until(owner, 'a', 0)).toBeNull();
});

it('holds a thousand names at most, however many come', () => {
  const memory = new ShortMemory();
  for (let i = 0; i < 100_000; i++) memory.remember(owner, `${i}`, 100);
  const held = Array.from({ length: 100_000 }, (_, i) => memory.until(owner, `${i}`, 0)).filter((one) => one !== null);
  expect(held.length).toBeLessThanOrEqual(1_000);
  expect(memory.until(owner, '99999', 0)).toBe(100);
});
