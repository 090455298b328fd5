// Builds the files of the documentation: pages generated from the API's endpoints, the styles, and Swagger UI.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { writerTo } from './files.mjs';
import { inRoot, ROOT } from './root.mjs';

const OUT = inRoot('dist/documentation');
const SOURCES = [
  inRoot('apps/api/reference/static'),
  inRoot('apps/api/console/fonts'),
  inRoot('node_modules/swagger-ui-dist'),
];

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
    /** @type {{ LOADED_FILES: readonly string[], HEADING_FONT: string }} */
    const { LOADED_FILES, HEADING_FONT } = await import(path.join(folder, 'files.mjs'));
    return { generated, loaded: [...LOADED_FILES, HEADING_FONT] };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads a file that a page loads. @param {string} name */
function readLoaded(name) {
  const folder = SOURCES.find((source) => existsSync(path.join(source, name)));
  if (folder === undefined) throw new Error(`The documentation lacks ${name}.`);
  return readFileSync(path.join(folder, name));
}

export async function main() {
  const { generated, loaded } = await loadGenerator();
  const write = writerTo(OUT);
  for (const [name, text] of Object.entries(generated())) write(name, text);
  for (const name of loaded) write(name, readLoaded(name));
}
