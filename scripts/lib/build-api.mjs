// Builds the API worker as modules: code that is loaded at its first use is a module of its own
// (docs/design/cost-limits.md). The one script of both workers is built likewise (docs/design/self-hosting.md).
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { makeDocumentation } from './documentation.mjs';
import { writerTo } from './files.mjs';
import { inRoot, ROOT } from './root.mjs';

/** @typedef {'api' | 'one'} Script */

/** @param {Script} script */
const outOf = (script) => inRoot('dist', script);
/** A package that the passkeys of the console never need. The file that replaces it says why. */
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
    outdir: outOf(script),
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
  const out = outOf(script);
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
