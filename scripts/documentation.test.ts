/** Tests of scripts/lib/build.mjs, which builds the files of /docs and of the console's pages. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';

const OUT = 'dist/documentation';
const filesIn = (folder: string) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
const state = (folder = OUT) => filesIn(folder).map((name) => [name, statSync(`${folder}/${name}`).mtimeMs]);

it('the script makes every file of the documentation, removes others, and does not write an unchanged file again', () => {
  const first = state();
  // The page of an endpoint has a dot in its name.
  const names = first.map(([name]) => String(name));
  expect(names).toContain('reference-links.delete-tag.html');
  expect(names.filter((name) => !/\..*\.html$/.test(name))).toEqual([
    'guide-lenient.html',
    'guide-strict.html',
    'heading.woff2',
    'icon.svg',
    'not-found.html',
    'openapi.json',
    'qr.svg',
    'reference-account.html',
    'reference-errors.html',
    'reference-legacy.html',
    'reference-links.html',
    'reference-operator-accounts.html',
    'reference-operator-backup-and-restore.html',
    'reference-operator-keys.html',
    'reference-operator-links-and-hosts.html',
    'reference-operator-monitoring.html',
    'reference-operator-settings.html',
    'reference-operator-upgrades.html',
    'reference-operator.html',
    'reference-service.html',
    'reference-statistics.html',
    'reference.html',
    'script.js',
    'search-index.js',
    'search.js',
    'style.css',
    'theme.js',
    'tokens.css',
  ]);
  const ofConsole = state(`${OUT}/console`);
  expect(ofConsole.map(([name]) => name)).toEqual(
    Object.values(JSON.parse(readFileSync('dist/console-files.json', 'utf8'))).sort(),
  );
  writeFileSync(`${OUT}/former.css`, 'a');
  writeFileSync(`${OUT}/console/former-AAAAAAAA.css`, 'a');
  execFileSync(process.execPath, ['scripts/run.mjs', 'documentation']);
  expect(state()).toEqual(first);
  expect(state(`${OUT}/console`)).toEqual(ofConsole);
});

it('no file of the documentation contains the path of the checkout', () => {
  for (const folder of [OUT, `${OUT}/console`])
    for (const name of filesIn(folder)) expect(readFileSync(`${folder}/${name}`, 'utf8')).not.toContain(process.cwd());
});

it('each page with its style, script and icon has at most 26 kB on the wire', () => {
  const measureSize = (name: string) => gzipSync(readFileSync(`${OUT}/${name}`)).length;
  const loaded = ['tokens.css', 'style.css', 'script.js', 'theme.js', 'icon.svg']
    .map(measureSize)
    .reduce((sum, size) => sum + size);
  const pages = readdirSync(OUT).filter((name) => name.endsWith('.html'));
  expect(pages.filter((name) => measureSize(name) + loaded > 26_000)).toEqual([]);
});

it('the search has at most 10 kB on the wire, which a page loads only when its field is used', () => {
  const measureSize = (name: string) => gzipSync(readFileSync(`${OUT}/${name}`)).length;
  expect(measureSize('search.js') + measureSize('search-index.js')).toBeLessThan(10_000);
  for (const name of readdirSync(OUT).filter((one) => one.endsWith('.html')))
    expect(readFileSync(`${OUT}/${name}`, 'utf8')).not.toContain('/docs/search');
});
