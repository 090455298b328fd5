// Builds the API worker as modules: code that is loaded at its first use is a module of its own (docs/adr/0036). The
// one script of both workers is built likewise (docs/adr/0043).
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { main as makeDocumentation } from './documentation.mjs';
import { writerTo } from './files.mjs';
import { inRoot, ROOT } from './root.mjs';

/** @typedef {'api' | 'one'} Script */

/** @param {Script} script */
const outOf = (script) => inRoot('dist', script);
/** A package that the passkeys of the console never need. The file that replaces it says why. */
const ALIAS = { '@peculiar/x509': inRoot('apps/api/sign-in/no-certificates.ts') };

/** The options of esbuild for code that runs in workerd. They are those that wrangler uses. */
export const FOR_WORKERD = {
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
};

/**
 * Removes the comments and indents of the console's scripts for browsers. The worker removes them anyway
 * (apps/api/console/assets.ts), so the served texts are the same.
 * @type {import('esbuild').Plugin}
 */
const shortScripts = {
  name: 'short scripts',
  setup(builder) {
    builder.onLoad({ filter: /[\\/]console[\\/]script[\\/][\w-]+\.ts$/ }, ({ path: file }) => ({
      contents: readFileSync(file, 'utf8').replaceAll(/^ *(?:\/\/.*\n)?/gm, ''),
      loader: 'ts',
    }));
  },
};

/** Bundles a script into modules. @param {Script} script */
export async function bundle(script = 'api') {
  const { build } = await import('esbuild');
  return build({
    ...FOR_WORKERD,
    entryPoints: { worker: inRoot('apps', script, 'worker.ts') },
    absWorkingDir: ROOT,
    outdir: outOf(script),
    metafile: true,
    splitting: true,
    minify: true,
    alias: ALIAS,
    plugins: [shortScripts],
    logLevel: 'silent',
  });
}

/** Builds the documentation and a script. @param {Script} script @returns the script's modules */
async function make(script) {
  await makeDocumentation();
  const out = outOf(script);
  const { outputFiles } = await bundle(script);
  const modules = new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
  const write = writerTo(out);
  // The entry is written last, because it names the others.
  for (const [name, content] of [...modules].reverse()) write(name, content);
  for (const name of readdirSync(out)) if (!modules.has(name)) rmSync(path.join(out, name));
  return modules;
}

export const main = () => make('api');
export const makeOne = () => make('one');
