import { globSync, readFileSync } from 'node:fs';
import { transformSync } from 'esbuild';
import { expect, it } from 'vitest';
import { filesOf, SQL_MUTANTS, sources } from './sql-mutants';

const SOURCES = sources();

it('the sources contain the text of each SQL mutant exactly once', () => {
  const lost = SQL_MUTANTS.filter((mutant) => filesOf(mutant, SOURCES).length !== 1);
  expect(lost.map(({ file, name, find }) => `${file}: ${name}: ${find}`)).toEqual([]);
});

it('the table of SQL mutants names only tests that exist', () => {
  const tests = new Set(SQL_MUTANTS.flatMap((mutant) => mutant.tests));
  expect([...tests].filter((name) => globSync(`{apps,packages}/**/${name}.test.ts`).length === 0)).toEqual([]);
});

it('every SQL mutant has a different name', () => {
  const names = SQL_MUTANTS.map(({ name }) => name);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('no two SQL mutants are the same mistake', () => {
  const mistakes = SQL_MUTANTS.map(({ file, find, put }) => [file, find, put].join(' → '));
  expect(mistakes.filter((one, index) => mistakes.indexOf(one) !== index)).toEqual([]);
});

it('every SQL mutant changes its file', () => {
  expect(SQL_MUTANTS.filter(({ find, put }) => find === put)).toEqual([]);
});

it.each(SQL_MUTANTS)('the SQL mutant “$name” leaves a file with valid syntax', (mutant) => {
  const [file = ''] = filesOf(mutant, SOURCES);
  const source = readFileSync(file, 'utf8');
  expect(() =>
    transformSync(
      source.replace(mutant.find, () => mutant.put),
      { loader: 'ts' },
    ),
  ).not.toThrow();
});
