import { expect, it } from 'vitest';
import { newId } from './key-text';
import { randomBytes } from './random-bytes';

it('no two draws share bytes, within a call of the random source and across calls', () => {
  const draws = Array.from({ length: 500 }, () => randomBytes(20));
  expect(new Set(draws.map(String)).size).toBe(500);
  for (const bytes of draws) expect(bytes).toHaveLength(20);
});

it('every byte is equally frequent', () => {
  const counts = new Uint32Array(256);
  for (let i = 0; i < 2_560; i++) for (const byte of randomBytes(100)) counts[byte] = (counts[byte] ?? 0) + 1;
  // Of 256,000 bytes each comes about 1,000 times. A distance of more than 250 is nearly eight standard deviations.
  expect([...counts].filter((count) => Math.abs(count - 1_000) > 250)).toEqual([]);
});

it('ten thousand ids differ', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId())).size).toBe(10_000);
});
