/** Bundles and minifies workers as wrangler deploys them, with the bindings of their wrangler files. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import type { V4WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler';
import { FOR_WORKERD } from '../../scripts/lib/build-api.mjs';
import { MEMORY_KV, type MemoryKvOptions } from './memory-kv/plugin';
import { boundAs } from './one-workerd';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const WRANGLER = createRequire(import.meta.url).resolve('wrangler');

/** Environment variables that switch off metrics, prompts and every network access of wrangler. */
const WRANGLER_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  npm_config_registry: 'http://127.0.0.1:9',
};

/** The modules of a worker with their file names, the entry module first. */
export type Modules = readonly (readonly [name: string, text: string])[];

const ENTRY = 'worker.js';

const deployments = new Map<string, Promise<Modules>>();

/** The modules that `wrangler deploy` would upload, minified. */
export function deployedModules(config: string): Promise<Modules> {
  const modules = deployments.get(config) ?? build(config);
  deployments.set(config, modules);
  return modules;
}

async function build(config: string): Promise<Modules> {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-bench-script-'));
  const args = ['--no-warnings', WRANGLER, 'deploy', '--dry-run', '--minify', '--outdir', folder, '-c', config];
  try {
    await promisify(execFile)(process.execPath, args, {
      cwd: path.dirname(config),
      env: { ...process.env, ...WRANGLER_ENV },
    });
    const others = readdirSync(folder).filter((name) => name.endsWith('.js') && name !== ENTRY);
    return [ENTRY, ...others].map((name) => [name, readFileSync(path.join(folder, name), 'utf8')]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Miniflare's options for a worker made of these modules. */
export const modulesOf = (modules: Modules) => ({
  rootPath: '/',
  modules: modules.map(([name, contents]) => ({ type: 'ESModule' as const, path: `/${name}`, contents })),
});

/** Bundles a script of this folder as wrangler bundles the product. @param file its path, relative to this folder */
export async function ownScript(file: string): Promise<string> {
  const { outputFiles } = await esbuild.build({ ...FOR_WORKERD, entryPoints: [here(file)], minify: true });
  return outputFiles[0]?.text ?? '';
}

let memoryKv: Promise<string> | undefined;

/** A binding to the in-memory KV namespace `id`. @param raw true for a service binding to the store behind it */
export async function memoryKvBinding(name: string, id: string, raw = false) {
  memoryKv ??= ownScript('memory-kv/worker.ts');
  const options: MemoryKvOptions = { id, script: await memoryKv, raw };
  return { name, type: MEMORY_KV, plugin: { package: here('memory-kv/plugin.ts'), name: MEMORY_KV }, options };
}

const namespacesOf = (config: string) =>
  (optionsOf(config).workerOptions.kvNamespaces ?? {}) as Record<string, { id: string }>;

/** The compatibility flags of a wrangler file. */
export const flagsOf = (config: string) =>
  (optionsOf(config).workerOptions.compatibilityFlags ?? []) as readonly string[];

/** The id of the KV namespace that holds the edge entries. */
export const namespaceOf = (config: string): string => namespacesOf(config).ROUTES?.id ?? '';

/** A worker with the bindings of its wrangler file; its KV is in memory. @param variables override those of the file */
export async function workerOf(
  config: string,
  name: string,
  variables: Record<string, string>,
): Promise<V4WorkerOptions> {
  const { kvNamespaces, ...rest }: Partial<V4WorkerOptions> = boundAs(config, name, variables);
  const namespaces = Object.entries(namespacesOf(config));
  return {
    ...rest,
    ...modulesOf(await deployedModules(config)),
    unsafeBindings: await Promise.all(namespaces.map(([binding, { id }]) => memoryKvBinding(binding, id))),
  };
}
