/**
 * Checks that the tested versions are the last three, and that a clone without their history fails with a clear error.
 * `npm run test:ci` runs this file.
 */
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkOut, ROOT } from './checkout';
import { VERSIONS } from './versions';

it('VERSIONS has the last three versions of CHANGELOG.md before the present one', () => {
  const changes = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8');
  const [, ...former] = [...changes.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, version]) => version);
  expect(VERSIONS.map(({ version }) => version)).toEqual(former.slice(0, 3));
});

it('checkOut fails with the commit that a clone lacks', () => {
  const nowhere = path.join(tmpdir(), 'swiftlet-never-made');
  expect(() => checkOut('0'.repeat(40), nowhere)).toThrow('former versions need a whole one (git fetch --unshallow)');
});
