import { crc32 as reference } from 'node:zlib';
import { expect, it } from 'vitest';
import { crc32 } from './crc32';

it('crc32 has the published check value: cbf43926 for 123456789', () => {
  // It is the check value of CRC-32/ISO-HDLC, with which a scanner for leaked keys computes checksums.
  expect(crc32('123456789').toString(16)).toBe('cbf43926');
});

it('crc32 agrees with zlib for texts of every length up to that of a key', () => {
  const texts = Array.from({ length: 60 }, (_, length) => 'sl_9Z~ a'.repeat(8).slice(0, length));
  expect(texts.map(crc32)).toEqual(texts.map((text) => reference(text)));
});
