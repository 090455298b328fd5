/** Checks that the files, folders and npm scripts that CONTRIBUTING.md names exist. */
import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const text = readFileSync('CONTRIBUTING.md', 'utf8');
const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found);

it('CONTRIBUTING.md names only files and folders that exist', () => {
  const named = all(/\b((?:apps|packages|docs)\/[\w./-]*\w)/g);
  expect(named.length).toBeGreaterThan(10);
  expect(named.filter((path) => !existsSync(path))).toEqual([]);
});

it('CONTRIBUTING.md names only scripts that package.json has', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const named = [...all(/npm run ([\w:]+)/g), ...all(/npm (test|start)\b/g)];
  expect(named.length).toBeGreaterThan(4);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});
