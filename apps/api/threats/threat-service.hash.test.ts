import { expect, it } from 'vitest';
import { base64, sha256 } from './threat-service';

const hex = (text: string) => [...sha256(text)].map((byte) => byte.toString(16).padStart(2, '0')).join('');

it('sha256 returns the published hashes', () => {
  expect(hex('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
});

it('base64 encodes bytes', () => expect(base64(sha256('abc').subarray(0, 4))).toBe('ungWvw=='));

it('sha256 hashes each character as one byte', () =>
  expect(hex('\u00ff')).toBe('a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89'));
