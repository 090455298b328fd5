// Backups from a checkout. In the built folder of a server, `node main.mjs backup FILE` does the same.
import { buildMachine, workerdBinary } from '../../packages/machine/build.mjs';
import { install } from './install.mjs';
import { run as runOperation } from './operations.mjs';
import { inRoot, ROOT } from './root.mjs';

const BUILT = inRoot('dist/machine');

async function prepare() {
  await install(process.stderr);
  await buildMachine(BUILT);
  const paths = { root: ROOT, built: BUILT, binary: workerdBinary() };
  // npm runs this script in the checkout. The file name is relative to the folder in which npm was called.
  const typed = { args: process.argv.slice(2), folder: process.env.INIT_CWD ?? process.cwd() };
  return { env: process.env, ...paths, ...typed, log: () => {} };
}

/** Whether a command is about a deployment, or only shows its help. */
const isOfDeployment = () => process.argv.slice(2).some((arg) => /^--(from|to|abandon|help)\b/.test(arg));

export async function backup() {
  if (isOfDeployment()) return runOperation('backup');
  const options = await prepare();
  const machine = await import('../../dist/machine/machine.mjs');
  process.stdout.write(await machine.backup(options, Date.now()));
}

export async function restore() {
  if (isOfDeployment()) return runOperation('restore');
  const options = await prepare();
  const machine = await import('../../dist/machine/machine.mjs');
  process.stdout.write(await machine.restore(options));
}
