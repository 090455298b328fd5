import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeAroundLogo, layOut, leastSize, MAX_ADDRESS_WITH_LOGO, type Modules } from './drawing';
import { scalePixels } from './scale';

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

const ADDRESS = 'https://s.example.com/';

it.each([
  [55, 'H', 41],
  [56, 'Q', 37],
  [71, 'Q', 41],
  [72, 'M', 37],
  [MAX_ADDRESS_WITH_LOGO, 'M', 41],
])('around a logo an address of %d characters has level %s, and no pattern in its middle', (length, level, count) => {
  const encoded = encodeAroundLogo(ADDRESS.padEnd(length, 'x'));
  expect([encoded?.level, encoded?.modules.length]).toEqual([level, count]);
});

it('a longer address has no room for a logo', () => {
  expect(encodeAroundLogo(ADDRESS.padEnd(MAX_ADDRESS_WITH_LOGO + 1, 'x'))).toBeNull();
});

it('a logo stands in the middle of the code, and hides at most a sixteenth of it', () => {
  const sides = fc.integer({ min: 1, max: 1_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(29, 33, 37, 41),
      fc.constantFrom('H', 'Q', 'M'),
      sides,
      sides,
      fc.integer({ min: 100, max: 2_000 }),
      (count, level, width, height, size) => {
        const options = { size, margin: 4, ...BLACK_ON_WHITE };
        fc.pre(size >= leastSize(square(count), options, true));
        const { modules, logo, scale, offset } = layOut(square(count), options, { shape: { width, height }, level });
        const light = modules.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [] : [[x, y] as const])));
        expect(light.length).toBeGreaterThan(0);
        expect(light.length).toBeLessThanOrEqual((count * count) / 16);
        const [columns, rows] = [light.map(([x]) => x), light.map(([, y]) => y)];
        const [left, top] = [Math.min(...columns), Math.min(...rows)];
        // Every logo has some light around it, and the room is in the middle.
        expect([left + Math.max(...columns), top + Math.max(...rows)]).toEqual([count - 1, count - 1]);
        const box = logo ?? { x: 0, y: 0, width: 0, height: 0 };
        expect(box.x).toBeGreaterThan(offset + left * scale);
        expect(box.y).toBeGreaterThan(offset + top * scale);
        expect(box.x + box.width).toBeLessThan(offset + (count - left) * scale);
        expect(box.y + box.height).toBeLessThan(offset + (count - top) * scale);
      },
    ),
  );
});

it.each<[string, number[], number, number[]]>([
  ['shrinking averages', [0, 0, 0, 255, 200, 100, 40, 255], 1, [100, 50, 20, 255]],
  [
    'enlarging makes steps soft',
    [0, 0, 0, 255, 200, 100, 40, 255],
    4,
    [0, 0, 0, 255, 50, 25, 10, 255, 150, 75, 30, 255, 200, 100, 40, 255],
  ],
  ['what is transparent mixes no colour in', [250, 240, 230, 0, 9, 8, 7, 255], 1, [9, 8, 7, 128]],
  ['what stays transparent has no colour', [250, 240, 230, 0, 9, 8, 7, 255], 2, [0, 0, 0, 0, 9, 8, 7, 255]],
])('scaling a logo: %s', (_, rgba, width, scaled) => {
  const logo = { width: rgba.length / 4, height: 1, rgba: Uint8Array.from(rgba) };
  expect([...scalePixels(logo, { width, height: 1 }).rgba]).toEqual(scaled);
});
