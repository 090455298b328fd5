// Builds the API worker as modules: code that is loaded at its first use is a module of its own (docs/adr/0036).
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { main as makeDocumentation } from './documentation.mjs';
import { writerTo } from './files.mjs';
import { inRoot, ROOT } from './root.mjs';

const OUT = inRoot('dist/api');
const ENTRY = { worker: inRoot('apps/api/worker.ts') };
/** A package that the passkeys of the console never need. The file that replaces it says why. */
const ALIAS = { '@peculiar/x509': inRoot('apps/api/sign-in/no-certificates.ts') };

/** How esbuild bundles what runs in workerd: by the options that wrangler gives it. */
export const FOR_WORKERD = {
  bundle: true,
  write: false,
  format: 'esm',
  target: 'es2024',
  conditions: ['workerd', 'worker', 'browser'],
  external: ['cloudflare:*', 'node:*'],
};

/** Its modules, and of what each is made. */
export async function bundle() {
  const { build } = await import('esbuild');
  return build({
    ...FOR_WORKERD,
    entryPoints: ENTRY,
    absWorkingDir: ROOT,
    outdir: OUT,
    metafile: true,
    splitting: true,
    minify: true,
    alias: ALIAS,
    logLevel: 'silent',
  });
}

/** Builds the documentation and the worker. @returns the worker's modules */
export async function main() {
  await makeDocumentation();
  const { outputFiles } = await bundle();
  const modules = new Map(outputFiles.map((file) => [path.basename(file.path), file.contents]));
  const write = writerTo(OUT);
  // The entry is written last, because it names the others.
  for (const [name, content] of [...modules].reverse()) write(name, content);
  for (const name of readdirSync(OUT)) if (!modules.has(name)) rmSync(path.join(OUT, name));
  return modules;
}
