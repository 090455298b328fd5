// Builds the API worker, or the one script of both workers (docs/design/self-hosting.md), as modules: code that is
// loaded at its first use is a module of its own (docs/design/cost-limits.md). It also builds the files beside the
// API worker: the documentation, generated from the API's endpoints, and the files that the console's pages load.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot, ROOT, writerTo } from './checkout.mjs';

/** @typedef {'api' | 'one'} Script */

/** @param {Script} script */
const outFolder = (script) => inRoot('dist', script);
/** A package that the console's passkeys never need, and the file that replaces it and says why. */
const ALIAS = { '@peculiar/x509': inRoot('apps/api/sign-in/no-certificates.ts') };

/**
 * The options of esbuild for code that runs in workerd. They are those that wrangler uses.
 * @type {{ bundle: true, write: false, format: 'esm', target: string, conditions: string[], external: string[] }}
 */
export const FOR_WORKERD = {
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
};

/** Bundles a script into modules. @param {Script} script */
export async function bundle(script = 'api') {
  const { build } = await import('esbuild');
  return build({
    ...FOR_WORKERD,
    entryPoints: { worker: inRoot('apps', script, 'worker.ts') },
    absWorkingDir: ROOT,
    outdir: outFolder(script),
    metafile: true,
    splitting: true,
    minify: true,
    alias: ALIAS,
    logLevel: 'silent',
  });
}

/** Builds the documentation and a script. @param {Script} script @returns the script's modules */
async function makeScript(script) {
  await makeDocumentation();
  const out = outFolder(script);
  const { outputFiles } = await bundle(script);
  const modules = new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
  const write = writerTo(out);
  // The entry is written last, because it names the others.
  for (const [name, content] of [...modules].reverse()) write(name, content);
  for (const name of readdirSync(out)) if (!modules.has(name)) rmSync(path.join(out, name));
  return modules;
}

export const makeApi = () => makeScript('api');
export const makeOne = () => makeScript('one');

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
    /** @type {{ generateFiles(): Record<string, string> }} */
    const { generateFiles } = await import(path.join(folder, 'generate.mjs'));
    /** @type {{ LOADED_FILES: readonly string[] }} */
    const { LOADED_FILES } = await import(path.join(folder, 'files.mjs'));
    return { generateFiles, loaded: LOADED_FILES };
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

/** What the documentation shares with the console: colours, font, and the choice of light or dark. */
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
  const { generateFiles, loaded } = await loadGenerator();
  /** @type {Map<string, string | Uint8Array>} */
  const made = new Map([...ofConsole, ...Object.entries(generateFiles()), ...(await fromConsole())]);
  for (const name of loaded) if (!made.has(name)) made.set(name, await readLoaded(name));
  const write = writerTo(OUT);
  for (const [name, content] of made) write(name, content);
  // Another process may be writing a draft.
  const former = readdirSync(OUT, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.extname(name) !== '' && !made.has(name.replaceAll(path.sep, '/')) && !name.endsWith('.draft'),
  );
  for (const name of former) rmSync(path.join(OUT, name));
}

/** The names of the built files by their names without the hash. The worker imports this list. */
const LIST = 'console-files.json';

const ENTRIES = [
  'apps/api/console/client/*.ts',
  'apps/api/console/styles/flight.css',
  'apps/api/console/styles/statistics.css',
  'apps/api/console/styles/tag.css',
  'apps/api/console/world/world.svg',
  'apps/api/reference/static/icon.svg',
];

/**
 * Bundles files for browsers.
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<Map<string, Uint8Array>>} their contents by name
 */
async function bundleForBrowsers(options) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    absWorkingDir: ROOT,
    outdir: 'out',
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    target: 'es2024',
    loader: { '.svg': 'copy', '.woff2': 'file' },
    logLevel: 'silent',
    ...options,
  });
  return new Map((outputFiles ?? []).map((file) => [path.basename(file.path), file.contents]));
}

/**
 * Builds the files that the console's pages load, and their list. Each file of apps/api/console/client is the entry of
 * a script and a style; flight.css comes with the drawing, and the others of `styles` need no script. A built file has esbuild's
 * hash in its name.
 * @returns the contents by name
 */
async function makeConsoleFiles() {
  const names = '[name]-[hash]';
  const files = await bundleForBrowsers({
    entryPoints: ENTRIES,
    entryNames: names,
    assetNames: names,
    publicPath: '/console/assets',
  });
  const list = [...files.keys()].sort().map((name) => [name.replace(/-[A-Z0-9]{8}(?=\.\w+$)/, ''), name]);
  writerTo(inRoot('dist'))(LIST, `${JSON.stringify(Object.fromEntries(list), null, 2)}\n`);
  return files;
}

/**
 * Bundles the program packages/NAME/main.ts into dist/NAME/main.mjs, for Node 20 and later.
 * @param {'deploy' | 'doctor' | 'operations'} name
 */
export async function buildProgram(name) {
  const { build } = await import('esbuild');
  const folder = inRoot('dist', name);
  const { outputFiles } = await build({
    entryPoints: { main: inRoot('packages', name, 'main.ts') },
    absWorkingDir: ROOT,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  const write = writerTo(folder);
  for (const file of outputFiles) write(path.basename(file.path), file.contents);
}
