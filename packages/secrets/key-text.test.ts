import { crc32 as reference } from 'node:zlib';
import { expect, it } from 'vitest';
import { hashText } from './digest';
import { makeKeySecret } from './from-seed';
import { crc32, mintKey, newId, parseKeyId, randomBytes } from './key-text';

it('mintKey makes a text with the id of its key and a checksum, and returns the four characters before the checksum', async () => {
  const id = newId();
  const { text, digest, lastFour } = await mintKey(id);
  expect(text).toMatch(/^sl_[0-9A-Za-z]{50}$/);
  expect(parseKeyId(text)).toBe(id);
  expect(digest).toBe(await hashText(text));
  expect(lastFour).toBe(text.slice(43, 47));
});

it('mintKey makes another text each time for one id', async () => {
  const id = newId();
  expect((await mintKey(id)).text).not.toBe((await mintKey(id)).text);
});

it('parseKeyId returns null for a text with one changed character', async () => {
  const { text } = await mintKey(newId());
  const changed = [...text].map((_, i) => text.slice(0, i) + (text[i] === 'x' ? 'y' : 'x') + text.slice(i + 1));
  expect(changed.map(parseKeyId)).toEqual(changed.map(() => null));
});

it.each([
  '',
  'sl_',
  'sl_short',
  'Bearer',
  `sl_${'0'.repeat(49)}`,
  `sl_${'é'.repeat(50)}`,
  `xx_${'0'.repeat(50)}`,
  `sl_${'0'.repeat(51)}`,
  `sl_${'0'.repeat(49)}-`,
  `sl_${'0'.repeat(50)}\n`,
])('parseKeyId returns null for %j', (text) => expect(parseKeyId(text)).toBeNull());

it('keySecretFrom makes the same text from the same seed, and every character is equally frequent', () => {
  const secrets = Array.from({ length: 500 }, (_, n) => makeKeySecret(`seed ${n}`));
  expect(makeKeySecret('seed 0')).toBe(secrets[0]);
  expect(new Set(secrets).size).toBe(500);
  const counts = new Map<string, number>();
  for (const letter of secrets.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  // Of 16,000 characters each comes about 258 times. A distance of more than 100 is over six standard deviations.
  expect([...counts.values()].filter((count) => Math.abs(count - 258) > 100)).toEqual([]);
  expect([...counts.keys()].sort().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  for (const secret of secrets) expect(secret).toMatch(/^[0-9A-Za-z]{32}$/);
});

it('crc32 has the published check value: cbf43926 for 123456789', () => {
  // It is the check value of CRC-32/ISO-HDLC, with which a scanner for leaked keys computes checksums.
  expect(crc32('123456789').toString(16)).toBe('cbf43926');
});

it('crc32 agrees with zlib for texts of every length up to that of a key', () => {
  const texts = Array.from({ length: 60 }, (_, length) => 'sl_9Z~ a'.repeat(8).slice(0, length));
  expect(texts.map(crc32)).toEqual(texts.map((text) => reference(text)));
});

it('no two draws share bytes, within a call of the random source and across calls', () => {
  const draws = Array.from({ length: 500 }, () => randomBytes(20));
  expect(new Set(draws.map(String)).size).toBe(500);
  for (const bytes of draws) expect(bytes).toHaveLength(20);
});

it('every byte is equally frequent', () => {
  const counts = new Uint32Array(256);
  for (let i = 0; i < 2_560; i++) for (const byte of randomBytes(100)) counts[byte] = (counts[byte] ?? 0) + 1;
  // Of 256,000 bytes each comes about 1,000 times. A distance of more than 250 is nearly eight standard deviations.
  expect([...counts].filter((count) => Math.abs(count - 1_000) > 250)).toEqual([]);
});

it('ten thousand ids differ', () => {
  expect(new Set(Array.from({ length: 10_000 }, () => newId())).size).toBe(10_000);
});
