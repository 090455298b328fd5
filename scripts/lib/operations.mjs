// Runs the commands of packages/operations: backups, restores and republication of a deployment, or of the machine of
// STATE_DIR.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { buildMachine, workerdBinary } from '../../packages/machine/build.mjs';
import { buildProgram } from './build.mjs';
import { inRoot, ROOT } from './checkout.mjs';
import { Failure, install } from './install.mjs';

/** @typedef {import('../../packages/operations/service').Program} Program */
/** @typedef {import('../../packages/operations/service').Target} Target */

const BUILT = inRoot('dist/machine');

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
 * Makes a signal end the command. The signal removes the pages that the command has unpacked, because they are not
 * encrypted. A stored position of the command stays, and so does a machine's draft, which the next restore replaces.
 * @param {string} folder STATE_DIR
 * @param {string} next what to do then
 */
function endOnSignals(folder, next) {
  const names = ['backup', 'restoring'].flatMap((name) => [`${name}-${process.pid}`, `${name}-${process.pid}-pages`]);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'])
    process.on(signal, () => {
      for (const name of names) rmSync(path.join(folder, name), { recursive: true, force: true });
      // SIGHUP comes from a closed terminal, or when nobody reads the output any more (run.mjs).
      if (signal !== 'SIGHUP') process.stderr.write(`\nStopped. ${next}\n`);
      process.exit(130);
    });
}

/**
 * Runs a command of packages/operations.
 * @param {'backup' | 'republish' | 'restore'} name
 */
async function runOperation(name) {
  await install(process.stderr);
  await buildProgram('operations');
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
  endOnSignals(
    program.folder,
    name === 'restore' ? operations.hintAfterSignal(program.args) : 'Run it again, and it continues or begins anew.',
  );
  await operations[name](program);
}

export const backup = () => runOperation('backup');
export const restore = () => runOperation('restore');
export const republish = () => runOperation('republish');
