/** Checks the fault table: it has every fault once, and every test and promise that it names exists. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ROWS, type Row, type Shown } from './rows';

const numbered = (letter: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${letter}${first + index}`);

// The numbers F35 and F36 were never used.
const IDS = [...numbered('F', 1, 34), ...numbered('F', 37, 43), ...numbered('T', 1, 4), ...numbered('S', 1, 7)];
const rows: [string, Row][] = Object.entries(ROWS);

const read = (file: string) => readFileSync(file, 'utf8');

/** The source of a test, from its title to the start of the next test; null if the file has no such title. */
function sourceOf([file, name]: Shown): string | null {
  const text = read(file).replace(/\$\{[^}]*\}/g, '…');
  const at = ["'", '`'].map((quote) => text.indexOf(quote + name + quote)).find((index) => index !== -1);
  if (at === undefined) return null;
  const next = text.slice(at).search(/\n\s*(it|describe)[.(]/);
  return next === -1 ? text.slice(at) : text.slice(at, at + next);
}

it('the fault table has every fault once', () => {
  expect(rows.map(([id]) => id)).toEqual(IDS);
});

describe.each(rows)('%s', (id, { shown, promised }) => {
  it('names tests that exist, or a promise', () => {
    expect(shown.filter((one) => sourceOf(one) === null)).toEqual([]);
    expect(shown.length > 0 || promised !== undefined).toBe(true);
  });

  it('names first a test that prints its figure', () => {
    const [first] = shown;
    if (first === undefined) return;
    expect(sourceOf(first)).toContain('figure(');
    expect(read(first[0])).toContain(`'${id}'`);
  });

  it('names a promise that docs/promises.md has', () => {
    expect(read('docs/promises.md')).toContain(promised ?? '');
  });
});
