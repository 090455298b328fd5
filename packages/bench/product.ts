/** What `npm run bench` loads: both workers of a checkout, bundled as wrangler deploys them, and the floors. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire, stripTypeScriptTypes } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { V4WorkerOptions } from 'miniflare';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import { builtFiles } from '../testkit/built-files';
import type { Entry, FloorName } from './floors/worker';
import { makeLoad } from './load';
import { MEMORY_KV } from './memory-kv/plugin';
import { ADMIN_TOKEN, ALL_LINKS, fillService, type Service } from './service';
import { boundAs, startTarget, type Target } from './target';

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url));
export const ROOT = here('../..');
const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
/** A new folder, which is removed when this process exits. */
export const newFolder = (): string => mkdtempSync(path.join(folder, 'part-'));

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
export async function startProduct(root: string): Promise<Product> {
  const configure = (config: string, name: string) => configureWorker(path.join(root, config), name);
  const api = { ...configure(API_CONFIG, API), serviceBindings: { ASSETS: builtFiles(root) } };
  const target = await startTarget([api, configure(REDIRECT_CONFIG, REDIRECT)], newFolder());
  const database = await target.miniflare.getD1Database('DB', API);
  const migrations = path.join(root, 'migrations');
  for (const file of readdirSync(migrations).sort())
    for (const sql of splitSql(readFileSync(path.join(migrations, file), 'utf8'))) await database.prepare(sql).run();
  return { target, service: await fillService(target.port(API), target.port(REDIRECT), KEYS) };
}

/** A worker with the bindings of its wrangler file; its KV is in memory. */
function configureWorker(config: string, name: string): V4WorkerOptions {
  const folder = newFolder();
  const { kvNamespaces, ...rest }: Partial<V4WorkerOptions> = boundAs(config, name, VARIABLES);
  const namespaces = Object.entries((kvNamespaces ?? {}) as Record<string, { id: string }>);
  const modules = writeModules(config, folder).map((file) => ({
    type: 'ESModule' as const,
    path: `/${file}`,
    contents: readFileSync(path.join(folder, file), 'utf8'),
  }));
  const unsafeBindings = namespaces.map(([binding, { id }]) => memoryKv(binding, id));
  return { ...rest, rootPath: '/', modules, unsafeBindings };
}

const WRANGLER = createRequire(import.meta.url).resolve('wrangler');
export const ENTRY = 'worker.js';

/** Environment variables that switch off metrics, the check for updates, and log files of wrangler. */
const QUIET = { WRANGLER_SEND_METRICS: 'false', WRANGLER_HIDE_BANNER: 'true', WRANGLER_WRITE_LOGS: 'false' };

/** Writes the modules that `wrangler deploy` would upload, minified. @returns their file names, the entry's first */
export function writeModules(config: string, folder: string): string[] {
  const args = ['--no-warnings', WRANGLER, 'deploy', '--dry-run', '--minify', '--outdir', folder, '-c', config];
  execFileSync(process.execPath, args, {
    cwd: path.dirname(config),
    env: { ...process.env, ...QUIET },
    stdio: 'pipe',
  });
  return [ENTRY, ...readdirSync(folder).filter((name) => name.endsWith('.js') && name !== ENTRY)];
}

/** A binding to the in-memory KV namespace `id`. */
const memoryKv = (name: string, id: string) => ({
  name,
  type: MEMORY_KV,
  plugin: { package: here('memory-kv/plugin.ts'), name: MEMORY_KV },
  options: { id },
});

const FLOORS: readonly FloorName[] = ['constant', 'refusal', 'visit', 'visit-cached', 'create', 'fill'];

/** Starts the floors, one worker for each kind of work, in one workerd. They have the same links as the product. */
export async function startFloors(): Promise<Target> {
  const script = stripTypeScriptTypes(readFileSync(here('floors/worker.ts'), 'utf8'));
  const worker = (name: FloorName): V4WorkerOptions => ({
    name,
    modules: true,
    script,
    compatibilityDate: '2026-08-01',
    bindings: { FLOOR: name },
    d1Databases: { DB: 'floors' },
    analyticsEngineDatasets: { CLICKS: { dataset: 'clicks' } },
    durableObjects: { COUNTERS: { className: 'Counter', useSQLite: true } },
    unsafeBindings: [memoryKv('ROUTES', 'floors')],
  });
  const target = await startTarget(FLOORS.map(worker), newFolder());
  const entries: Entry[] = ALL_LINKS.map(({ alias: i, url: u, maxClicks: m }) => ({ i, u, m }));
  const request = { path: '/', method: 'POST', body: JSON.stringify(entries) } as const;
  await makeLoad(target.port('fill'), [request], 200).eachOnce();
  return target;
}
