/** The product as a target: both workers of a checkout in one workerd, bundled as wrangler deploys them. */
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as esbuild from 'esbuild';
import type { V4WorkerOptions } from 'miniflare';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import { FOR_WORKERD } from '../../scripts/lib/build.mjs';
import { builtFiles } from '../testkit/built-files';
import { MEMORY_KV, type MemoryKvOptions } from './memory-kv/plugin';
import { ADMIN_TOKEN, Service } from './service';
import { boundAs, Target } from './target';

export const API_CONFIG = 'wrangler.api.toml';
export const REDIRECT_CONFIG = 'wrangler.redirect.toml';
const API = 'swiftlet-api';
const REDIRECT = 'swiftlet-redirect';

/** The number of keys of the account: so many that no load reaches 5,000 requests a minute with one key. */
const KEYS = 64;
/** The origin of the console, which has no address of its own here. */
export const CONSOLE_ORIGIN = 'http://localhost';
const VARIABLES = {
  CONSOLE_ORIGIN,
  ADMIN_TOKEN,
  PEPPER: 'a-pepper-of-forty-characters-xxxxxxxxxxxx',
  REQUIRE_HTTPS: 'off',
  ACTIVE_KEYS: `PRO=${KEYS}`,
};

/** The product has an account with links. */
export type Product = { readonly target: Target; readonly service: Service };

/** Builds and starts the workers of a checkout. */
export async function startProduct(root: string, folder: string): Promise<Product> {
  const serviceBindings = { ASSETS: builtFiles(root) };
  const workers = [
    { ...(await configureWorker(path.join(root, API_CONFIG), API, VARIABLES)), serviceBindings },
    await configureWorker(path.join(root, REDIRECT_CONFIG), REDIRECT, VARIABLES),
  ];
  const target = await Target.start(workers, folder);
  await migrate(await target.miniflare.getD1Database('DB', API), path.join(root, 'migrations'));
  return { target, service: await Service.at(target.port(API), target.port(REDIRECT), KEYS) };
}

async function migrate(database: D1Database, folder: string): Promise<void> {
  for (const file of readdirSync(folder).sort())
    for (const sql of splitSql(readFileSync(path.join(folder, file), 'utf8'))) await database.prepare(sql).run();
}

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
export async function bundleScript(file: string): Promise<string> {
  const { outputFiles } = await esbuild.build({ ...FOR_WORKERD, entryPoints: [here(file)], minify: true });
  return outputFiles[0]?.text ?? '';
}

/** A binding to the in-memory KV namespace `id`. */
export async function memoryKv(name: string, id: string) {
  const options: MemoryKvOptions = { id, script: await bundleScript('memory-kv/worker.ts') };
  return { name, type: MEMORY_KV, plugin: { package: here('memory-kv/plugin.ts'), name: MEMORY_KV }, options };
}

/** A worker with the bindings of its wrangler file; its KV is in memory. @param variables override those of the file */
async function configureWorker(
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
