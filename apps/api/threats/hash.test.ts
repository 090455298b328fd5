import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { base64, sha256 } from './hash';

const hex = (text: string) => [...sha256(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
const known = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex');

it('hashes the published examples', () => {
  expect(hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it('hashes texts of every length around the edges of a block as node:crypto does', () => {
  const texts = Array.from({ length: 600 }, (_, length) => 'a'.repeat(length));
  expect(texts.map(hex)).toEqual(texts.map(known));
});

it('hashes any bytes as node:crypto does', () => {
  const bytes = fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 700 });
  fc.assert(
    fc.property(bytes, (codes) => {
      const text = String.fromCharCode(...codes);
      expect(hex(text)).toBe(known(text));
    }),
    { numRuns: 500 },
  );
});

it('writes base64', () => expect(base64(sha256('abc').subarray(0, 4))).toBe('ungWvw=='));
