import { expect, it } from 'vitest';
import { digestOf } from './digest';
import { keySecretFrom } from './key-secret';
import { keyIdOf, mintKey, newId } from './key-text';

it('mintKey makes a text with the id of its key and a checksum, and returns the four characters before the checksum', async () => {
  const id = newId();
  const { text, digest, lastFour } = await mintKey(id);
  expect(text).toMatch(/^sl_[0-9A-Za-z]{50}$/);
  expect(keyIdOf(text)).toBe(id);
  expect(digest).toBe(await digestOf(text));
  expect(lastFour).toBe(text.slice(43, 47));
});

it('mintKey makes another text each time for one id', async () => {
  const id = newId();
  expect((await mintKey(id)).text).not.toBe((await mintKey(id)).text);
});

it('keyIdOf returns null for a text with one changed character', async () => {
  const { text } = await mintKey(newId());
  const changed = [...text].map((_, i) => text.slice(0, i) + (text[i] === 'x' ? 'y' : 'x') + text.slice(i + 1));
  expect(changed.map(keyIdOf)).toEqual(changed.map(() => null));
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
])('keyIdOf returns null for %j', (text) => expect(keyIdOf(text)).toBeNull());

it('keySecretFrom makes the same text from the same seed, and every character is equally frequent', () => {
  const secrets = Array.from({ length: 500 }, (_, n) => keySecretFrom(`seed ${n}`));
  expect(keySecretFrom('seed 0')).toBe(secrets[0]);
  expect(new Set(secrets).size).toBe(500);
  const counts = new Map<string, number>();
  for (const letter of secrets.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1);
  // Of 16,000 characters each comes about 258 times. A distance of more than 100 is over six standard deviations.
  expect([...counts.values()].filter((count) => Math.abs(count - 258) > 100)).toEqual([]);
  expect([...counts.keys()].sort().join('')).toBe('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
  for (const secret of secrets) expect(secret).toMatch(/^[0-9A-Za-z]{32}$/);
});
