/** Workers as they are deployed: bundled and minified, read with the bindings of their wrangler file. */
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
import { MEMORY_KV, type MemoryKvOptions } from './memory-kv/plugin';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const WRANGLER = createRequire(import.meta.url).resolve('wrangler');

/** No account, no questions, and no network. */
const WRANGLER_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  npm_config_registry: 'http://127.0.0.1:9',
};

/** Modules of a worker by their file names, its entry first. */
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

/** Modules as Miniflare takes them. */
export const modulesOf = (modules: Modules) => ({
  rootPath: '/',
  modules: modules.map(([name, contents]) => ({ type: 'ESModule' as const, path: `/${name}`, contents })),
});

/** A script of this folder, bundled as wrangler bundles the product. */
export async function ownScript(file: string): Promise<string> {
  const { outputFiles } = await esbuild.build({
    entryPoints: [here(file)],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2024',
    conditions: ['workerd', 'worker', 'browser'],
    external: ['cloudflare:*', 'node:*'],
  });
  return outputFiles[0]?.text ?? '';
}

let memoryKv: Promise<string> | undefined;

/** A binding to the namespace `id` in memory, or to the store behind it. */
export async function memoryKvBinding(name: string, id: string, raw = false) {
  memoryKv ??= ownScript('memory-kv/worker.ts');
  const options: MemoryKvOptions = { id, script: await memoryKv, raw };
  return { name, type: MEMORY_KV, plugin: { package: here('memory-kv/plugin.ts'), name: MEMORY_KV }, options };
}

const namespacesOf = (config: string) =>
  (optionsOf(config).workerOptions.kvNamespaces ?? {}) as Record<string, { id: string }>;

/** The compatibility flags a worker is deployed with. */
export const flagsOf = (config: string) =>
  (optionsOf(config).workerOptions.compatibilityFlags ?? []) as readonly string[];

/** The id of the namespace of edge entries. */
export const namespaceOf = (config: string): string => namespacesOf(config).ROUTES?.id ?? '';

/** A worker with all that its wrangler file binds; KV is in memory, and variables may differ. */
export async function workerOf(
  config: string,
  name: string,
  variables: Record<string, string>,
): Promise<V4WorkerOptions> {
  const { kvNamespaces, rootPath, modulesRules, assets, bindings, ...rest } = optionsOf(config).workerOptions;
  const namespaces = Object.entries(namespacesOf(config));
  return {
    ...rest,
    name,
    ...modulesOf(await deployedModules(config)),
    bindings: { ...(bindings as object), ...variables },
    unsafeBindings: await Promise.all(namespaces.map(([binding, { id }]) => memoryKvBinding(binding, id))),
  };
}
