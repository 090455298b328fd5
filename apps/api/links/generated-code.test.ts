import { describe, expect, it } from 'vitest';
import { newIdempotencySeed } from '#api/http/idempotency';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/codes';
import { reservedReason } from '#domain/reserved/reserved-reason';
import { holdsSlur } from '#domain/slurs';
import { generateCodes, haveSameSeed } from './generated-code';

const HASH = 'a-hash-of-a-request';

describe.each([
  ['anew', () => generateCodes(null, 0)],
  ['under an Idempotency-Key', () => generateCodes({ seed: newIdempotencySeed(), requestHash: HASH }, 0)],
])('%s', (_, draw) => {
  const drawn = Array.from({ length: 3_000 }, () => [...draw().codes]);

  it('draws codes that are neither reserved nor hold a slur', () => {
    const codes = drawn.flat();
    expect(codes.filter((code) => holdsSlur(code) || reservedReason(code) !== null)).toEqual([]);
    expect(codes.every((code) => [...code].every((sign) => CODE_ALPHABET.includes(sign)))).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('draws three codes of seven signs, and then a longer one', () => {
    expect(new Set(drawn.map((codes) => codes.map(({ length }) => length).join()))).toEqual(
      new Set([[CODE_LENGTH, CODE_LENGTH, CODE_LENGTH, CODE_LENGTH + 1].join()]),
    );
  });

  it('uses every sign of the alphabet about equally often', () => {
    const signs = drawn.flatMap((codes) => codes.flatMap((code) => [...code]));
    const counts = [...CODE_ALPHABET].map((sign) => signs.filter((one) => one === sign).length);
    const mean = signs.length / CODE_ALPHABET.length;
    // The rejected slurs hold some signs more often than others, which shifts the counts by a few per cent.
    expect(Math.min(...counts) / mean).toBeGreaterThan(0.85);
    expect(Math.max(...counts) / mean).toBeLessThan(1.15);
  });
});

describe('under one Idempotency-Key', () => {
  const seed = newIdempotencySeed();
  const drawAll = (hash: string) =>
    Array.from({ length: 50 }, (_, item) => {
      const { id, codes } = generateCodes({ seed, requestHash: hash }, item);
      return { id, codes: [...codes] };
    });

  it('every run draws the same id and codes for each item', () => {
    expect(drawAll(HASH)).toEqual(drawAll(HASH));
  });

  it('no two items share an id or a code', () => {
    const drawn = drawAll(HASH);
    expect(new Set(drawn.map(({ id }) => id)).size).toBe(50);
    expect(new Set(drawn.flatMap(({ codes }) => codes)).size).toBe(200);
  });

  it('two bodies draw the same codes, with ids that differ but have the same seed', () => {
    const [one, other] = [drawAll('a-hash-of-a-request'), drawAll('hash-of-another-one')];
    expect(one.map(({ codes }) => codes)).toEqual(other.map(({ codes }) => codes));
    expect(one.filter(({ id }) => other.some((two) => two.id === id))).toEqual([]);
    expect(one.every(({ id }, item) => haveSameSeed(id, other[item]?.id ?? ''))).toBe(true);
    expect(haveSameSeed(one[0]?.id ?? '', generateCodes({ seed: newIdempotencySeed(), requestHash: HASH }, 0).id)).toBe(
      false,
    );
  });
});
