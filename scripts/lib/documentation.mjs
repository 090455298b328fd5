// Builds the files of the documentation: pages generated from the API's endpoints, the style, the script, the icon and the font.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writerTo } from './files.mjs';
import { inRoot, ROOT } from './root.mjs';

const OUT = inRoot('dist/documentation');
const SOURCES = [inRoot('apps/api/reference/static'), inRoot('apps/api/console/fonts')];

/** Loads the generator. It is the API's own code, so that the documents agree with the API. */
async function loadGenerator() {
  const { build } = await import('esbuild');
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-documentation-'));
  try {
    await build({
      entryPoints: [inRoot('apps/api/reference/generate.ts'), inRoot('apps/api/docs/files.ts')],
      absWorkingDir: ROOT,
      bundle: true,
      outdir: folder,
      entryNames: '[name]',
      outExtension: { '.js': '.mjs' },
      format: 'esm',
      platform: 'node',
      logLevel: 'silent',
    });
    /** @type {{ generated(): Record<string, string> }} */
    const { generated } = await import(path.join(folder, 'generate.mjs'));
    /** @type {{ LOADED_FILES: readonly string[] }} */
    const { LOADED_FILES } = await import(path.join(folder, 'files.mjs'));
    return { generated, loaded: LOADED_FILES };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads a file that a page loads, and removes the spaces and comments of a script or style. @param {string} name */
async function readLoaded(name) {
  const folder = SOURCES.find((source) => existsSync(path.join(source, name)));
  if (folder === undefined) throw new Error(`The documentation lacks ${name}.`);
  const file = readFileSync(path.join(folder, name));
  if (!/\.(css|js)$/.test(name)) return file;
  const { transform } = await import('esbuild');
  const { code } = await transform(file, { loader: name.endsWith('.css') ? 'css' : 'js', minify: true });
  return code;
}

export async function main() {
  const { generated, loaded } = await loadGenerator();
  const made = generated();
  const write = writerTo(OUT);
  for (const [name, text] of Object.entries(made)) write(name, text);
  for (const name of loaded.filter((one) => made[one] === undefined)) write(name, await readLoaded(name));
  const names = new Set([...Object.keys(made), ...loaded]);
  // Another process may be writing a draft.
  const former = readdirSync(OUT).filter((name) => !names.has(name) && !name.endsWith('.draft'));
  for (const name of former) rmSync(path.join(OUT, name));
}
