import { expect, it } from 'vitest';
import { digestOf } from './digest';
import { keyIdOf, mintKey, newId } from './key-text';

it('mints a text with the id of its key and a checksum, and returns the four characters before the checksum', async () => {
  const id = newId();
  const { text, digest, lastFour } = await mintKey(id);
  expect(text).toMatch(/^sl_[0-9A-Za-z]{50}$/);
  expect(keyIdOf(text)).toBe(id);
  expect(digest).toBe(await digestOf(text));
  expect(lastFour).toBe(text.slice(43, 47));
});

it('never mints the same text twice for one id', async () => {
  const id = newId();
  expect((await mintKey(id)).text).not.toBe((await mintKey(id)).text);
});

it('refuses a text with any one character changed', async () => {
  const { text } = await mintKey(newId());
  const changed = [...text].map((_, i) => text.slice(0, i) + (text[i] === 'x' ? 'y' : 'x') + text.slice(i + 1));
  expect(changed.map(keyIdOf)).toEqual(changed.map(() => null));
});

it.each(['', 'sl_', 'sl_short', 'Bearer', `sl_${'0'.repeat(49)}`, `sl_${'é'.repeat(50)}`, `xx_${'0'.repeat(50)}`])(
  'refuses %j',
  (text) => expect(keyIdOf(text)).toBeNull(),
);

it('computes the checksum that CRC-32 documents: cbf43926 for 123456789', async () => {
  // The published check value of CRC-32/ISO-HDLC, which any scanner for leaked keys computes too.
  const { crc32 } = await import('node:zlib');
  expect(crc32('123456789').toString(16)).toBe('cbf43926');
});
