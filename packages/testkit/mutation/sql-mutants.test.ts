import { globSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { filesOf, SQL_MUTANTS } from './sql-mutants';

it('finds the text of each mutant exactly once', () => {
  const lost = SQL_MUTANTS.filter((mutant) => filesOf(mutant).length !== 1);
  expect(lost.map(({ file, name, find }) => `${file}: ${name}: ${find}`)).toEqual([]);
});

it('names only tests that exist', () => {
  const tests = new Set(SQL_MUTANTS.flatMap((mutant) => mutant.tests));
  expect([...tests].filter((name) => globSync(`{apps,packages}/**/${name}.test.ts`).length === 0)).toEqual([]);
});

it('has a different name for each mutant', () => {
  const names = SQL_MUTANTS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('has no mutant that changes nothing', () => {
  expect(SQL_MUTANTS.filter(({ find, put }) => find === put)).toEqual([]);
});

it.each(SQL_MUTANTS)('leaves a file with valid syntax: $name', (mutant) => {
  const [file = ''] = filesOf(mutant);
  const source = readFileSync(file, 'utf8');
  expect(() =>
    transformSync(
      source.replace(mutant.find, () => mutant.put),
      { loader: 'ts' },
    ),
  ).not.toThrow();
});
