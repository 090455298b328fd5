/** Tests of scripts/documentation.mjs, which builds the files of /docs. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, it } from 'vitest';

const OUT = 'dist/documentation';
const make = () => execFileSync(process.execPath, ['scripts/documentation.mjs']);
const state = () => readdirSync(OUT).map((name) => [name, statSync(`${OUT}/${name}`).mtimeMs]);

it('the script makes every file of the documentation, and does not write an unchanged file again', () => {
  make();
  const first = state();
  expect(first.map(([name]) => name)).toEqual([
    'guide-lenient.html',
    'guide-strict.html',
    'heading.woff2',
    'icon.svg',
    'openapi.json',
    'reference.css',
    'reference.html',
    'reference.js',
    'style.css',
    'swagger-ui-bundle.js',
    'swagger-ui-bundle.js.LICENSE.txt',
    'swagger-ui.css',
  ]);
  make();
  expect(state()).toEqual(first);
});

it('no file of the documentation, except those of Swagger UI, contains the path of the checkout', () => {
  for (const name of readdirSync(OUT).filter((file) => !file.startsWith('swagger-ui'))) {
    expect(readFileSync(`${OUT}/${name}`, 'utf8')).not.toContain(process.cwd());
  }
});
