import { expect, it } from 'vitest';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/codes';
import { reservedReason } from '#domain/reserved/reserved-reason';
import { holdsSlur } from '#domain/slurs';
import { drawToKeep } from './draw';

const drawn = Array.from({ length: 3_000 }, () => drawToKeep().codes);

it('draws codes that are neither reserved nor hold a slur', () => {
  const codes = drawn.flat();
  expect(codes.filter((code) => holdsSlur(code) || reservedReason(code) !== null)).toEqual([]);
  expect(codes.every((code) => [...code].every((sign) => CODE_ALPHABET.includes(sign)))).toBe(true);
  expect(new Set(codes).size).toBe(codes.length);
});

it('draws three of seven signs, should one be taken, and then a longer one', () => {
  expect(new Set(drawn.map((codes) => codes.map(({ length }) => length).join()))).toEqual(
    new Set([[CODE_LENGTH, CODE_LENGTH, CODE_LENGTH, CODE_LENGTH + 1].join()]),
  );
});

it('uses every sign of the alphabet about equally often', () => {
  const signs = drawn.flatMap((codes) => codes.flatMap((code) => [...code]));
  const counts = [...CODE_ALPHABET].map((sign) => signs.filter((one) => one === sign).length);
  const mean = signs.length / CODE_ALPHABET.length;
  // Stems of slurs take some signs more than others, by a few in a hundred.
  expect(Math.min(...counts) / mean).toBeGreaterThan(0.85);
  expect(Math.max(...counts) / mean).toBeLessThan(1.15);
});
