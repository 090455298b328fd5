/** Generated codes and ids: their form, and their repetition under an Idempotency-Key. */
import { describe, expect, it } from 'vitest';
import { newIdempotencySeed } from '#api/http/idempotency';
import { findReservedReason } from '#domain/reserved/reserved-reason';
import { holdsSlur } from '#domain/reserved/slurs';
import { CODE_ALPHABET, CODE_LENGTH } from '#domain/short-address';
import { generateCodes, haveSameSeed } from './generated-code';

const HASH = 'a-hash-of-a-request';

describe.each([
  ['without an Idempotency-Key', () => generateCodes(null, 0)],
  ['with an Idempotency-Key', () => generateCodes({ seed: newIdempotencySeed(), requestHash: HASH }, 0)],
])('the codes of a link %s', (_, generate) => {
  const generated = Array.from({ length: 3_000 }, () => [...generate().codes]);

  it('differ, have the alphabet, are not reserved, and hold no slur', () => {
    const codes = generated.flat();
    expect(codes.filter((code) => holdsSlur(code) || findReservedReason(code) !== null)).toEqual([]);
    expect(codes.every((code) => [...code].every((character) => CODE_ALPHABET.includes(character)))).toBe(true);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('are three codes of seven characters, and then a longer one', () => {
    expect(new Set(generated.map((codes) => codes.map(({ length }) => length).join()))).toEqual(
      new Set([[CODE_LENGTH, CODE_LENGTH, CODE_LENGTH, CODE_LENGTH + 1].join()]),
    );
  });

  it('contain every character of the alphabet about equally often', () => {
    const characters = generated.flatMap((codes) => codes.flatMap((code) => [...code]));
    const counts = [...CODE_ALPHABET].map((character) => characters.filter((one) => one === character).length);
    const mean = characters.length / CODE_ALPHABET.length;
    // The rejected slurs hold some characters more often than others, which shifts the counts by a few per cent.
    expect(Math.min(...counts) / mean).toBeGreaterThan(0.85);
    expect(Math.max(...counts) / mean).toBeLessThan(1.15);
  });
});

describe('under one Idempotency-Key', () => {
  const seed = newIdempotencySeed();
  const generateAll = (hash: string) =>
    Array.from({ length: 50 }, (_, item) => {
      const { id, codes } = generateCodes({ seed, requestHash: hash }, item);
      return { id, codes: [...codes] };
    });

  it('every run generates the same id and codes for each item', () => {
    expect(generateAll(HASH)).toEqual(generateAll(HASH));
  });

  it('two items never have the same id or code', () => {
    const generated = generateAll(HASH);
    expect(new Set(generated.map(({ id }) => id)).size).toBe(50);
    expect(new Set(generated.flatMap(({ codes }) => codes)).size).toBe(200);
  });

  it('two different bodies get the same codes, and different ids with the same seed', () => {
    const [one, other] = [generateAll('a-hash-of-a-request'), generateAll('hash-of-another-one')];
    expect(one.map(({ codes }) => codes)).toEqual(other.map(({ codes }) => codes));
    expect(one.filter(({ id }) => other.some((two) => two.id === id))).toEqual([]);
    expect(one.every(({ id }, item) => haveSameSeed(id, other[item]?.id ?? ''))).toBe(true);
    expect(haveSameSeed(one[0]?.id ?? '', generateCodes({ seed: newIdempotencySeed(), requestHash: HASH }, 0).id)).toBe(
      false,
    );
  });
});
