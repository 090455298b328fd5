// Builds the commands of packages/operations, and gives them access to services: over HTTP, or to the machine of STATE_DIR.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildMachine, workerdBinary } from '../../packages/machine/build.mjs';
import { Failure } from './failure.mjs';
import { writerTo } from './files.mjs';
import { install } from './install.mjs';
import { inRoot, ROOT } from './root.mjs';

/** @typedef {import('../../packages/operations/program').Program} Program */
/** @typedef {import('../../packages/operations/target').Target} Target */

const OUT = inRoot('dist/operations');
const BUILT = inRoot('dist/machine');

async function build() {
  const { build: bundle } = await import('esbuild');
  const { outputFiles } = await bundle({
    entryPoints: { main: inRoot('packages/operations/main.ts') },
    absWorkingDir: ROOT,
    outdir: OUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  const write = writerTo(OUT);
  for (const file of outputFiles) write(path.basename(file.path), file.contents);
}

/** @param {string} folder the state folder of a machine */
function localToken(folder) {
  const file = path.join(folder, 'secrets/ADMIN_TOKEN');
  const token = process.env.ADMIN_TOKEN || (existsSync(file) ? readFileSync(file, 'utf8').trim() : '');
  if (token === '') throw new Failure(`STATE_DIR ${folder} holds no service: npm start has not run there.`);
  return token;
}

/**
 * @template T
 * @param {string} folder
 * @param {(send: import('../../packages/operations/service').Send) => Promise<T>} act
 * @returns {Promise<T>}
 */
async function openLocal(folder, act) {
  const token = localToken(folder);
  await buildMachine(BUILT);
  const { reach } = await import('../../dist/machine/machine.mjs');
  const env = { ...process.env, STATE_DIR: folder };
  const options = { env, root: ROOT, built: BUILT, binary: workerdBinary(), log: () => {} };
  return reach(options, (control) =>
    act((method, route, { headers = {}, body }) => control.send(method, route, token, headers, body)),
  );
}

/**
 * A signal removes what the command has unpacked, because that is not encrypted. A position that is stored stays.
 * @param {string} folder
 */
function endOnSignals(folder) {
  const names = ['backup', 'restoring'].flatMap((name) => [`${name}-${process.pid}`, `${name}-${process.pid}-pages`]);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      for (const name of names) rmSync(path.join(folder, name), { recursive: true, force: true });
      process.stderr.write('\nStopped. Run it again, and it continues or begins anew.\n');
      process.exit(130);
    });
}

/**
 * Runs a command of the package.
 * @param {'backup' | 'republish' | 'restore'} name
 */
export async function run(name) {
  await install(process.stderr);
  await build();
  if (name === 'restore') await buildMachine(BUILT);
  const operations = await import('../../dist/operations/main.mjs');
  /** @type {Program} */
  const program = {
    args: process.argv.slice(2),
    env: process.env,
    folder: path.resolve(ROOT, process.env.STATE_DIR || '.swiftlet'),
    from: process.env.INIT_CWD ?? process.cwd(),
    root: ROOT,
    built: BUILT,
    binary: workerdBinary(),
    open: (target, act) =>
      target.kind === 'local' ? openLocal(target.folder, act) : act(operations.sendTo(target.origin, target.token)),
    print: (text) => void process.stdout.write(text),
    now: () => Date.now(),
  };
  endOnSignals(program.folder);
  await operations[name](program);
}
