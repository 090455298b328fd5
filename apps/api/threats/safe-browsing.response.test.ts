/** Tests the reader with bytes that are written by hand, so that no shared code can hide an error. */
import { describe, expect, it } from 'vitest';
import { readSearchResponse } from './safe-browsing';

const parseBytes = (hex: string) => new Uint8Array((hex.match(/../g) ?? []).map((two) => Number.parseInt(two, 16)));
const read = (hex: string) => readSearchResponse(parseBytes(hex));

/** Returns a length-delimited field in hexadecimal. */
const field = (number: number, hex: string) =>
  [(number << 3) | 2, hex.length / 2].map((one) => one.toString(16).padStart(2, '0')).join('') + hex;
const HASH = 'ab'.repeat(32);
const FIVE_MINUTES = field(2, '08ac02');
const found = (...details: string[]) => field(1, field(1, HASH) + details.map((one) => field(2, one)).join(''));
const isThreat = (...details: string[]) => read(found(...details) + FIVE_MINUTES).fullHashes[0]?.isThreat;

describe('a response', () => {
  it('without hashes gives only its cache duration', () =>
    expect(read(FIVE_MINUTES)).toEqual({ fullHashes: [], cacheMs: 300_000 }));

  it('may have a cache duration with fractions of a second', () =>
    expect(read(field(2, '08011080cab5ee01')).cacheMs).toBe(1_500));

  it('tells for each full hash whether it is a threat', () => {
    const { fullHashes } = read(found('0802') + found() + FIVE_MINUTES);
    expect(fullHashes).toEqual([
      { hash: parseBytes(HASH), isThreat: true },
      { hash: parseBytes(HASH), isThreat: false },
    ]);
  });

  it('is an error if it is truncated anywhere', () => {
    const whole = found('0802', '0801') + FIVE_MINUTES;
    expect(read(whole).fullHashes).toHaveLength(1);
    for (let end = 0; end < whole.length; end += 2) expect(() => read(whole.slice(0, end)), `${end}`).toThrow();
  });

  it.each([
    ['JSON', '{"fullHashes":[],"cacheDuration":"300s"}'],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['text', 'OK'],
  ])('is an error if it is %s', (_, text) => {
    expect(() => readSearchResponse(new TextEncoder().encode(text))).toThrow();
  });

  it('is an error if a hash has another length', () =>
    expect(() => read(field(1, field(1, HASH.slice(2))) + FIVE_MINUTES)).toThrow('not whole'));

  it('is read even if it has unknown fields, or known fields of another wire type', () => {
    const later = `5801${'61'}${'00'.repeat(8)}${field(13, 'ffff')}7508000000${'8301'}${'0801'}${'8401'}`;
    expect(read(`${later + found(`${later}0802`) + FIVE_MINUTES}0801`).fullHashes).toEqual([
      { hash: parseBytes(HASH), isThreat: true },
    ]);
  });
});

describe('a detail of a hash', () => {
  it.each(['0801', '0802', '0803', '0804'])('is a threat if its type is known: %s', (detail) =>
    expect(isThreat(detail)).toBe(true),
  );

  it.each([
    ['of no type', ''],
    ['of type 0', '0800'],
    ['of a new type', '0805'],
    ['of a negative type', '08ffffffffffffffffff01'],
    ['one with an attribute', '0801120101'],
    ['one with a new attribute', '080112014d'],
    ['one with attribute 0', '0801120100'],
    ['one with two attributes', '080112020102'],
    ['one with an attribute that is not packed', '08011002'],
  ])('is ignored if it is %s', (_, detail) => expect(isThreat(detail)).toBe(false));

  it('is a threat even beside ignored details', () => {
    expect(isThreat('0801120101', '0802')).toBe(true);
    expect(isThreat('0802', '0801120101')).toBe(true);
  });

  it('is a threat if its list of attributes is empty', () => expect(isThreat('08011200')).toBe(true));
});
