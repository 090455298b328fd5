// The commands that run the machine of this checkout (packages/machine). Each installs missing packages and builds the
// machine first.
import { buildMachine, buildServer, SOURCES, workerdBinary } from '../../packages/machine/build.mjs';
import { inRoot, ROOT } from './checkout.mjs';
import { onStopRequest } from './children.mjs';
import { install } from './install.mjs';
import { watchFolders } from './watch-folders.mjs';

const BUILT = inRoot('dist/machine');

/** @type {import('../../packages/machine/run').Running | undefined} */
let running;
/** @type {Promise<void> | undefined} */
let stopping;

/**
 * Stops the machine and ends the script. The first call decides the exit code.
 * @param {number} code
 * @param {string} [line]
 */
function stop(code, line) {
  stopping ??= (async () => {
    if (line) process.stderr.write(`${line.split('\n')[0]}\n`);
    await running?.machine.stop();
    process.exit(code);
  })();
  return stopping;
}

/** @param {string} text */
const print = (text) => new Promise((resolve) => process.stdout.write(text, resolve));

/** @param {Error} error */
const report = (error) => process.stderr.write(`${error.message}\n`);

/** Builds and reloads shortly after each edit. If a build fails, the former one continues to run. */
function reloadOnEdits() {
  let reloading = Promise.resolve();
  const reload = async () => {
    try {
      await buildMachine(BUILT);
      await running?.machine.reload();
      await print('Reloaded.\n');
    } catch (error) {
      report(/** @type {Error} */ (error));
    }
  };
  watchFolders(
    SOURCES.map((folder) => inRoot(folder)),
    () => (reloading = reloading.then(reload)),
    report,
  );
}

/**
 * `npm start`, and `npm run dev`, which reloads after edits.
 * @param {{ reloads?: boolean }} [options]
 */
export async function start({ reloads = false } = {}) {
  onStopRequest(() => stop(0));
  try {
    await install();
    await buildMachine(BUILT, { isLast: !reloads });
    const { runForDevelopment } = await import('../../dist/machine/machine.mjs');
    const options = { env: process.env, root: ROOT, built: BUILT, binary: workerdBinary() };
    running = await runForDevelopment({ ...options, log: (line) => process.stdout.write(`${line}\n`) }, print);
    if (reloads) reloadOnEdits();
  } catch (error) {
    await stop(1, /** @type {Error} */ (error).message);
  }
}

/** `npm run serve`. The folder that `npm run build:server` makes needs no checkout. */
export async function serve() {
  await install();
  await buildMachine(BUILT, { isLast: true });
  const machine = await import('../../dist/machine/serve.mjs');
  process.exit(await machine.serve(workerdBinary()));
}

/** `npm run build:server`: makes a folder that runs with Node alone (docs/operating/self-hosting.md). */
export async function makeServer() {
  await install();
  const folder = inRoot('dist/server');
  await buildServer(folder);
  process.stdout.write(`${folder} runs on its own, on ${process.platform}-${process.arch}: node main.mjs\n`);
}
