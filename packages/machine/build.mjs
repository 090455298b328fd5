// Builds the folder that one machine runs from (docs/design/self-hosting.md). It holds both workers as they are
// deployed, the door, the simulators of D1 and KV, workerd's configuration, and the program that runs workerd.
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { FOR_WORKERD, makeApi } from '../../scripts/lib/build.mjs';
import { inRoot, ROOT, writerTo } from '../../scripts/lib/checkout.mjs';

const require = createRequire(import.meta.url);

/** Files of Miniflare's simulators, by their names in the built folder. */
const SIMULATORS = {
  'shared.worker.js': 'shared/index.worker.js',
  'zod.worker.js': 'shared/zod.worker.js',
  'object-entry.worker.js': 'shared/object-entry.worker.js',
  'database.worker.js': 'd1/database.worker.js',
  'namespace.worker.js': 'kv/namespace.worker.js',
};

/** The source folders of the build. */
export const SOURCES = [
  'apps',
  'packages/deploy',
  'packages/doctor',
  'packages/domain',
  'packages/drawings',
  'packages/machine',
  'packages/secrets',
  'packages/store',
  'migrations',
  'scripts/lib',
];
const SINGLE_SOURCES = ['wrangler.api.toml', 'wrangler.redirect.toml', 'package.json', 'package-lock.json'];

/** The names, sizes and modification times of all sources: if they are unchanged, the build has nothing to do. */
function computeStamp() {
  const below = SOURCES.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map((name) => path.join(folder, name)),
  );
  return [...below, ...SINGLE_SOURCES]
    .sort()
    .filter((name) => !name.endsWith('.test.ts'))
    .map((name) => [name, statSync(inRoot(name))])
    .filter(([, stat]) => stat.isFile())
    .map(([name, { size, mtimeMs }]) => `${name} ${size} ${mtimeMs}\n`)
    .join('');
}

/** @param {Record<string, string>} entryPoints @param {import('esbuild').BuildOptions} options */
async function bundle(entryPoints, options) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints,
    absWorkingDir: ROOT,
    outdir: 'out',
    write: false,
    bundle: true,
    format: 'esm',
    logLevel: 'silent',
    ...options,
  });
  return outputFiles.map((file) => [path.relative(inRoot('out'), file.path), file.contents]);
}

const WORKERS = ['door', 'control', 'files', 'kv-memory', 'rate-limit', 'remote-objects', 'collect'];

/** Bundles the programs that run in Node, for Node 20 and later. */
const bundlePrograms = () =>
  bundle(
    {
      machine: inRoot('packages/machine/for-scripts.ts'),
      serve: inRoot('packages/machine/serve.ts'),
      main: inRoot('packages/machine/main.ts'),
      doctor: inRoot('packages/doctor/main.ts'),
    },
    { platform: 'node', target: 'node20', splitting: true, outExtension: { '.js': '.mjs' } },
  );

/** Returns the text of an entry module that puts a worker behind the door. @param {string} module file of the worker */
const makeEntry = (module) => `import worker from './${module}';
import { admittedEntry, behindDoor, machineEntry, Objects } from './door.js';
export * from './${module}';
export default behindDoor(worker);
export const Machine = machineEntry(worker);
export const Admitted = admittedEntry(worker);
export { Objects };
`;

/**
 * Returns the text of a module whose class collects garbage, and otherwise is that of a simulator.
 * @param {string} file
 * @param {string} name
 */
const wrapSimulator = (file, name) => `import { ${name} as Simulator } from './${file}';
import { countRequest } from './collect.js';
export class ${name} extends Simulator {
  fetch(request) {
    countRequest();
    return super.fetch(request);
  }
}
`;

/** The modules that wrap a simulator to collect the garbage of its isolate: their texts by file name. */
const COLLECTED = {
  'd1-objects.js': wrapSimulator('database.worker.js', 'D1DatabaseObject'),
  'kv-objects.js': wrapSimulator('namespace.worker.js', 'KVNamespaceObject'),
  'd1.js': `import entry from './object-entry.worker.js';
import { countRequest } from './collect.js';
export default {
  fetch(request, env, ctx) {
    countRequest();
    return entry.fetch(request, env, ctx);
  },
};
`,
};

function readMigrations() {
  const names = readdirSync(inRoot('migrations')).filter((name) => name.endsWith('.sql'));
  return names.sort().map((name) => ({ name, sql: readFileSync(inRoot('migrations', name), 'utf8') }));
}

/** @param {(name: string, content: string | Uint8Array) => void} write @param {string} out */
async function writeWorkers(write, out) {
  const { parse } = await import('smol-toml');
  const api = [...(await makeApi())].map(([name, content]) => [`api/${name}`, content]);
  const short = await bundle({ 'short/worker': inRoot('apps/redirect/worker.ts') }, { ...FOR_WORKERD, minify: true });
  const own = await bundle(
    Object.fromEntries(WORKERS.map((name) => [name, inRoot(`packages/machine/workers/${name}.ts`)])),
    { ...FOR_WORKERD, minify: true },
  );
  const entries = ['api', 'short'].map((name) => [`${name}.js`, makeEntry(`${name}/worker.js`)]);
  for (const [name, content] of [...api, ...short, ...own, ...entries, ...Object.entries(COLLECTED)])
    write(name, content);
  const { configuration, configurationFile, readWranglerFile, SECRET_NAMES, visitConfiguration } = await import(
    `${pathToFileURL(path.join(out, 'machine.mjs')).href}?${Date.now()}` // the query bypasses Node's module cache
  );
  /** @param {string} file */
  const read = (file) => readWranglerFile(parse(readFileSync(inRoot(file), 'utf8')), file);
  const [apiFile, shortFile] = [read('wrangler.api.toml'), read('wrangler.redirect.toml')];
  const names = (/** @type {unknown[][]} */ files) => files.map(([name]) => String(name));
  const apiWorker = { name: 'api', file: apiFile, modules: ['api.js', ...names(api)] };
  const shortWorker = { name: 'short', file: shortFile, modules: ['short.js', ...names(short)] };
  for (const hasPlaces of [false, true]) {
    for (const sockets of [['api', 'short'], ['short'], []])
      for (const hasVisitProcesses of sockets.length > 0 ? [false, true] : [false]) {
        const options = { secrets: SECRET_NAMES, sockets, hasPlaces, hasVisitProcesses };
        write(configurationFile(options), configuration(apiWorker, shortWorker, options));
      }
    const options = { secrets: SECRET_NAMES, sockets: ['visits'], hasPlaces, hasVisitProcesses: true };
    write(configurationFile(options), visitConfiguration(shortWorker, options));
  }
  write('variables.json', JSON.stringify({ ...shortFile.vars, ...apiFile.vars }));
}

/**
 * Builds the folder of a machine. It writes only files that differ, and does nothing if no source has changed.
 * @param {string} out the folder
 * @param {{ isLast?: boolean }} [options] `isLast` ends esbuild's service afterwards, which holds some 180 MB
 */
export async function buildMachine(out, { isLast = false } = {}) {
  const stampFile = path.join(out, 'made-of.txt');
  const stamp = computeStamp();
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return;
  rmSync(stampFile, { force: true });
  const write = writerTo(out);
  for (const [name, content] of await bundlePrograms()) write(name, content);
  const simulators = path.join(path.dirname(require.resolve('miniflare')), 'workers');
  for (const [name, from] of Object.entries(SIMULATORS))
    write(`simulators/${name}`, readFileSync(path.join(simulators, from)));
  write('migrations.json', JSON.stringify(readMigrations()));
  await writeWorkers(write, out);
  cpSync(inRoot('dist/documentation'), path.join(out, 'documentation'), { recursive: true });
  write('made-of.txt', stamp);
  if (isLast) await (await import('esbuild')).stop();
}

/** The package.json of the built folder: `npm run serve` starts the server there. */
const PACKAGE = { name: 'swiftlet-server', private: true, type: 'module', engines: { node: '>=20' } };

/**
 * Builds a folder that runs without this checkout. The computer that runs it needs Node, and the same operating system
 * and processor architecture as this one.
 * @param {string} out the folder; it is removed first
 */
export async function buildServer(out) {
  rmSync(out, { recursive: true, force: true });
  await buildMachine(out);
  rmSync(path.join(out, 'made-of.txt'));
  cpSync(workerdBinary(), path.join(out, 'workerd'));
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const scripts = { serve: 'node main.mjs' };
  writerTo(out)('package.json', `${JSON.stringify({ ...PACKAGE, version, scripts }, null, 2)}\n`);
}

/** The path of the workerd executable in node_modules. */
export const workerdBinary = () => require('workerd').default;
