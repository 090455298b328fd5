import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOut, leastSize, type Modules } from './drawing';

const BLACK_ON_WHITE = { color: '000000', bgColor: 'ffffff' };

const square = (count: number): Modules => Array.from({ length: count }, () => Array<boolean>(count).fill(true));

it('a drawing has as many whole pixels per module as fit beside the margin, and its code in the middle', () => {
  const counts = fc.integer({ min: 1, max: 10 }).map((version) => 17 + 4 * version);
  fc.assert(
    fc.property(
      counts,
      fc.integer({ min: 1, max: 16 }),
      fc.integer({ min: 100, max: 1_000 }),
      (count, margin, size) => {
        const options = { size, margin, ...BLACK_ON_WHITE };
        fc.pre(size >= leastSize(square(count), options));
        const { scale, offset } = layOut(square(count), options);
        expect(scale).toBe(Math.floor(size / (count + 2 * margin)));
        expect(scale).toBeGreaterThanOrEqual(1);
        expect(Math.abs(size - count * scale - 2 * offset)).toBeLessThanOrEqual(scale === 1 ? 2 : 1);
        expect(offset).toBeGreaterThanOrEqual(margin * scale);
        if (scale === 1) expect(offset % 2).toBe(1);
      },
    ),
  );
});

it.each([
  [
    'a margin of 0 becomes one module, which decoders need to find the code',
    0,
    BLACK_ON_WHITE,
    { scale: 8, offset: 9 },
  ],
  ['a margin of 1 stays one module', 1, BLACK_ON_WHITE, { scale: 8, offset: 9 }],
  [
    'soft colors get a margin of at least 24 pixels',
    0,
    { color: '777777', bgColor: 'ffffff' },
    { scale: 7, offset: 24 },
  ],
])('%s', (_, margin, colours, expected) => {
  expect(layOut(square(29), { size: 251, margin, ...colours })).toMatchObject(expected);
});
