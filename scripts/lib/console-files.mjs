// Builds the files that the pages of the console load: style, scripts, pictures and the font of headings. Each file of
// apps/api/console/client is the entry of a script and a style. A name has esbuild's hash of the file.
import path from 'node:path';
import { writerTo } from './files.mjs';
import { inRoot, ROOT } from './root.mjs';

/** The names of the built files by their names without the hash. The worker imports this list. */
const LIST = 'console-files.json';

const ENTRIES = [
  'apps/api/console/client/*.ts',
  'apps/api/console/world/world.svg',
  'apps/api/reference/static/icon.svg',
];

/**
 * Bundles files for browsers.
 * @param {import('esbuild').BuildOptions} options
 * @returns {Promise<Map<string, Uint8Array>>} their contents by name
 */
export async function bundleForBrowsers(options) {
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

/** Builds the files and their list. @returns the contents by name */
export async function makeConsoleFiles() {
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
