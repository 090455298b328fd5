import { describe, expect, it } from 'vitest';
import { CODE_ALPHABET, hasCodeCharacters, makeScanAddress, parseCode } from './short-address';

describe('parseCode', () => {
  it('returns the code in lower case', () => expect(parseCode('PrOmO-1')).toBe('promo-1'));

  // The last of these texts begins with a Cyrillic letter.
  it.each(['', 'ab', 'a'.repeat(51), 'a.b', '.health', 'a_b', 'a b', 'añb', 'abc/', 'a%20b', 'abc;x', 'аbc'])(
    'returns null for %j',
    (text) => expect(parseCode(text)).toBeNull(),
  );

  it('returns codes of 3 and of 50 characters', () => {
    expect(parseCode('abc')).toBe('abc');
    expect(parseCode('-'.repeat(50))).toBe('-'.repeat(50));
  });
});

it('CODE_ALPHABET has no characters that look alike, and no character twice', () => {
  expect(CODE_ALPHABET).not.toMatch(/[01ilo]/);
  expect(new Set(CODE_ALPHABET).size).toBe(CODE_ALPHABET.length);
});

it('hasCodeCharacters accepts ASCII letters, digits and the hyphen, and no other of the first 256 characters', () => {
  const accepted = Array.from({ length: 256 }, (_, code) => String.fromCharCode(code)).filter(hasCodeCharacters);
  expect(accepted.join('')).toBe('-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
});

it('CODE_ALPHABET has thirty-one characters, and a code may contain each of them', () => {
  expect(CODE_ALPHABET).toHaveLength(31);
  expect(hasCodeCharacters(CODE_ALPHABET)).toBe(true);
});

it('makeScanAddress adds the mark of a scan to the short address', () => {
  expect(makeScanAddress('https://s.example.com/3ud92su')).toBe('https://s.example.com/3ud92su?qr=1');
});
