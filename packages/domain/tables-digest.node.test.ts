/** The first migration stores the digest of its own text, which tells databases of different texts apart. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FIRST_MIGRATION, readTablesDigest } from './tables-digest';

it('the last line of the first migration has the SHA-256 of all lines before it: copy it there after an edit', () => {
  const text = readFileSync(`migrations/${FIRST_MIGRATION}`, 'utf8');
  const before = text.slice(0, text.lastIndexOf('\n', text.length - 2) + 1);
  expect(readTablesDigest(text)).toBe(createHash('sha256').update(before).digest('hex'));
});
