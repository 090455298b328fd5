import { describe, expect, it } from 'vitest';
import { CODE_ALPHABET, parseCode } from './codes';

describe('parseCode', () => {
  it('does not regard case', () => expect(parseCode('PrOmO-1')).toBe('promo-1'));

  it.each(['', 'ab', 'a'.repeat(51), 'a.b', '.health', 'a_b', 'a b', 'añb', 'abc/', 'a%20b', 'abc;x', 'аbc'])(
    'refuses %j',
    (text) => expect(parseCode(text)).toBeNull(),
  );

  it('takes codes of 3 and of 50 characters', () => {
    expect(parseCode('abc')).toBe('abc');
    expect(parseCode('-'.repeat(50))).toBe('-'.repeat(50));
  });
});

it('has an alphabet without look-alikes', () => {
  expect(CODE_ALPHABET).not.toMatch(/[01ilo]/);
  expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length);
});
