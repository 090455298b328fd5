// Builds the files beside the API worker: those of the documentation, which are pages generated from the API's endpoints
// with their style, scripts, icon and font, and those of the console's pages.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bundleForBrowsers, makeConsoleFiles } from './console-files.mjs';
import { writerTo } from './files.mjs';
import { inRoot, ROOT } from './root.mjs';

const OUT = inRoot('dist/documentation');
const SOURCES = inRoot('apps/api/reference/static');

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
  const file = readFileSync(path.join(SOURCES, name));
  if (!/\.(css|js)$/.test(name)) return file;
  const { transform } = await import('esbuild');
  const { code } = await transform(file, { loader: name.endsWith('.css') ? 'css' : 'js', minify: true });
  return code;
}

/** What the documentation has from the console: colours, font, and the choice of light or dark. */
const fromConsole = () =>
  bundleForBrowsers({
    entryPoints: ['tokens.css', 'theme.js'].map((name) => path.join(SOURCES, name)),
    assetNames: '[name]',
    publicPath: '/docs',
  });

export async function makeDocumentation() {
  const ofConsole = [...(await makeConsoleFiles())].map(
    ([name, content]) => /** @type {const} */ ([`console/${name}`, content]),
  );
  const { generated, loaded } = await loadGenerator();
  /** @type {Map<string, string | Uint8Array>} */
  const made = new Map([...ofConsole, ...Object.entries(generated()), ...(await fromConsole())]);
  for (const name of loaded) if (!made.has(name)) made.set(name, await readLoaded(name));
  const write = writerTo(OUT);
  for (const [name, content] of made) write(name, content);
  // Another process may be writing a draft.
  const former = readdirSync(OUT, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.extname(name) !== '' && !made.has(name.replaceAll(path.sep, '/')) && !name.endsWith('.draft'),
  );
  for (const name of former) rmSync(path.join(OUT, name));
}
