/** Bytes that are written by hand, so that nothing here agrees with the reader by being it. */
import { describe, expect, it } from 'vitest';
import { readSearchResponse } from './safe-browsing-response';

const bytesOf = (hex: string) => new Uint8Array((hex.match(/../g) ?? []).map((two) => Number.parseInt(two, 16)));
const read = (hex: string) => readSearchResponse(bytesOf(hex));

/** Field `number`, with a length before it. */
const field = (number: number, hex: string) =>
  [(number << 3) | 2, hex.length / 2].map((one) => one.toString(16).padStart(2, '0')).join('') + hex;
const HASH = 'ab'.repeat(32);
const FIVE_MINUTES = field(2, '08ac02');
const found = (...details: string[]) => field(1, field(1, HASH) + details.map((one) => field(2, one)).join(''));
const isThreat = (...details: string[]) => read(found(...details) + FIVE_MINUTES).fullHashes[0]?.isThreat;

describe('an answer', () => {
  it('of nothing found is its cache duration alone', () =>
    expect(read(FIVE_MINUTES)).toEqual({ fullHashes: [], cacheMs: 300_000 }));

  it('may be kept for parts of a second, too', () => expect(read(field(2, '08011080cab5ee01')).cacheMs).toBe(1_500));

  it('holds each full hash with whether it is a threat', () => {
    const { fullHashes } = read(found('0802') + found() + FIVE_MINUTES);
    expect(fullHashes).toEqual([
      { hash: bytesOf(HASH), isThreat: true },
      { hash: bytesOf(HASH), isThreat: false },
    ]);
  });

  it('that breaks off anywhere is none', () => {
    const whole = found('0802', '08011201ff'.slice(0, 4)) + FIVE_MINUTES;
    expect(read(whole).fullHashes).toHaveLength(1);
    for (let end = 0; end < whole.length; end += 2) expect(() => read(whole.slice(0, end)), `${end}`).toThrow();
  });

  it.each([
    ['JSON', '{"fullHashes":[],"cacheDuration":"300s"}'],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['text', 'OK'],
  ])('that is %s is none', (_, text) => {
    expect(() => readSearchResponse(new TextEncoder().encode(text))).toThrow();
  });

  it('with a hash of another length is none', () =>
    expect(() => read(field(1, field(1, HASH.slice(2))) + FIVE_MINUTES)).toThrow('not whole'));

  it('passes over what is new, in every form a value is written in, and what has another form than it was', () => {
    const later = `5801${'61'}${'00'.repeat(8)}${field(13, 'ffff')}7508000000${'8301'}${'0801'}${'8401'}`;
    expect(read(`${later + found(`${later}0802`) + FIVE_MINUTES}0801`).fullHashes).toEqual([
      { hash: bytesOf(HASH), isThreat: true },
    ]);
  });
});

describe('a detail', () => {
  it.each(['0801', '0802', '0803', '0804'])('of a known type counts: %s', (detail) =>
    expect(isThreat(detail)).toBe(true),
  );

  it.each([
    ['of no type', ''],
    ['of type 0', '0800'],
    ['of a new type', '0805'],
    ['of a negative type', '08ffffffffffffffffff01'],
    ['with an attribute', '0801120101'],
    ['with a new attribute', '080112014d'],
    ['with attribute 0', '0801120100'],
    ['with two attributes', '080112020102'],
    ['with an attribute that is not packed', '08011002'],
  ])('%s is passed over', (_, detail) => expect(isThreat(detail)).toBe(false));

  it('counts beside others that are passed over', () => {
    expect(isThreat('0801120101', '0802')).toBe(true);
    expect(isThreat('0802', '0801120101')).toBe(true);
  });

  it('without attributes in so many words counts', () => expect(isThreat('08011200')).toBe(true));
});
