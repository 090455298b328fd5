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
import { FOR_WORKERD } from '../../scripts/lib/build-api.mjs';
import { MEMORY_KV, type MemoryKvOptions } from './memory-kv/plugin';
import { boundAs } from './one-workerd';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
const WRANGLER = createRequire(import.meta.url).resolve('wrangler');
const ENTRY = 'worker.js';

/** Environment variables that switch off metrics, prompts and every network access of wrangler. */
const WRANGLER_ENV = {
  WRANGLER_SEND_METRICS: 'false',
  WRANGLER_HIDE_BANNER: 'true',
  WRANGLER_WRITE_LOGS: 'false',
  npm_config_registry: 'http://127.0.0.1:9',
};

/** The modules of a worker with their file names, the entry module first. */
export type Modules = readonly (readonly [name: string, text: string])[];

/** The modules that `wrangler deploy` would upload, minified. */
export async function deployedModules(config: string): Promise<Modules> {
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

/** Bundles a script of this folder as wrangler bundles the product. @param file its path, relative to this folder */
export async function ownScript(file: string): Promise<string> {
  const { outputFiles } = await esbuild.build({ ...FOR_WORKERD, entryPoints: [here(file)], minify: true });
  return outputFiles[0]?.text ?? '';
}

/** A binding to the in-memory KV namespace `id`. */
export async function memoryKv(name: string, id: string) {
  const options: MemoryKvOptions = { id, script: await ownScript('memory-kv/worker.ts') };
  return { name, type: MEMORY_KV, plugin: { package: here('memory-kv/plugin.ts'), name: MEMORY_KV }, options };
}

/** A worker with the bindings of its wrangler file; its KV is in memory. @param variables override those of the file */
export async function workerOf(
  config: string,
  name: string,
  variables: Record<string, string>,
): Promise<V4WorkerOptions> {
  const { kvNamespaces, ...rest }: Partial<V4WorkerOptions> = boundAs(config, name, variables);
  const namespaces = Object.entries((kvNamespaces ?? {}) as Record<string, { id: string }>);
  const modules = await deployedModules(config);
  return {
    ...rest,
    rootPath: '/',
    modules: modules.map(([file, contents]) => ({ type: 'ESModule' as const, path: `/${file}`, contents })),
    unsafeBindings: await Promise.all(namespaces.map(([binding, { id }]) => memoryKv(binding, id))),
  };
}
