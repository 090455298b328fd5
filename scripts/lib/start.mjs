// Starts both workers on this machine and stays until it is told to stop, or until one of them is no more.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { endChildren, onStopRequest } from './children.mjs';
import { envFileText } from './env-file.mjs';
import { Failure } from './failure.mjs';
import { writeWhole } from './files.mjs';
import { install } from './install.mjs';
import { keepRunning } from './keep-running.mjs';
import { firstKeys } from './keys.mjs';
import { takeLock } from './lock.mjs';
import { portsOf, requireFree } from './ports.mjs';
import { inRoot, ROOT } from './root.mjs';
import { threatListLine } from './threat-list.mjs';
import { secretFile, secretValues, workerValues } from './values.mjs';
import { fireCron } from './watch.mjs';
import { migrate, workersOf } from './wrangler.mjs';

/** @typedef {import('./wrangler.mjs').Worker} Worker */

/** @type {(() => void)[]} */
const cleanups = [];
/** @type {Promise<void> | undefined} */
let stopping;

/** Ends everything and the script; the first call decides. @param {number} code @param {string} [line] */
function stop(code, line) {
  stopping ??= (async () => {
    if (line) process.stderr.write(`${line.split('\n')[0]}\n`);
    await endChildren();
    for (const cleanup of cleanups) cleanup();
    process.exit(code);
  })();
  return stopping;
}

/** @param {unknown} error */
const fail = (error) => stop(1, /** @type {Error} */ (error).message);

/** The state folder, ours alone from here on. */
async function openState() {
  const dir = path.resolve(ROOT, process.env.STATE_DIR || '.swiftlet');
  let lock;
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    readdirSync(dir);
    lock = await takeLock(path.join(dir, 'running.lock'));
  } catch (error) {
    throw new Failure(`STATE_DIR ${dir} cannot be used: ${/** @type {Error} */ (error).message}.`);
  }
  if (lock === undefined) throw new Failure(`Swiftlet is already running on STATE_DIR ${dir}.`);
  cleanups.push(lock.release);
  rmSync(path.join(dir, 'registry'), { recursive: true, force: true }); // a killed run leaves its addresses
  return { dir, keep: lock.addGroup };
}

/**
 * Writes the values of the workers where wrangler reads them: a file, so that no secret stands on a command line.
 * @param {string} dir
 * @param {{ api: number, short: number }} ports
 */
function writeValues(dir, ports) {
  const tomls = workersOf(ports).map(({ config }) => readFileSync(inRoot(config), 'utf8'));
  const values = workerValues(process.env, tomls, ports, secretValues(process.env, dir));
  const envFile = path.join(dir, 'workers.env');
  writeWhole(envFile, envFileText(values));
  cleanups.push(() => rmSync(envFile, { force: true }));
  const { ADMIN_TOKEN: adminToken, CONSOLE_ORIGIN: consoleOrigin, REQUIRE_HTTPS: requireHttps } = values;
  const told = { adminToken, consoleOrigin, requiresHttps: requireHttps !== 'off' };
  return { envFile, names: Object.keys(values), told };
}

/** @param {string} text */
const print = (text) => new Promise((resolve) => process.stdout.write(text, resolve));

const HTTPS_ALONE = `REQUIRE_HTTPS is on: plain http gets 403 from the API, and 308 from short links. What takes https in front of these
ports says so by X-Forwarded-Proto: https.
`;

/** @typedef {{ adminToken: string, consoleOrigin: string, requiresHttps: boolean }} Told what we tell of the values */

/** @param {string} dir @param {[api: Worker, redirect: Worker]} workers @param {Told} told */
function readyText(dir, workers, { consoleOrigin, requiresHttps }) {
  const token = process.env.ADMIN_TOKEN ? 'ADMIN_TOKEN of the environment' : secretFile(dir, 'ADMIN_TOKEN');
  const rows = [
    ...workers.map(({ name, port }) => [name, `http://127.0.0.1:${port}`]),
    ['Guide', `http://127.0.0.1:${workers[0].port}/docs/guide`],
    ...(consoleOrigin ? [['Console', `${consoleOrigin}/console`]] : []),
    ['Admin token', token],
    ['State', dir],
  ];
  const table = rows.map(([name, value]) => `  ${name.padEnd(12)} ${value}`).join('\n');
  return `\nSwiftlet is ready.\n${table}\n${requiresHttps ? HTTPS_ALONE : ''}Ctrl-C stops it.\n\n`;
}

/** Keys come once in the life of a state folder: the marker is set when they have been printed. @param {string} dir @param {number} port @param {Told} told */
async function firstKeysOnce(dir, port, { adminToken, consoleOrigin, requiresHttps }) {
  const marker = path.join(dir, 'keys-were-printed');
  if (existsSync(marker)) return;
  const shown = { hasConsole: consoleOrigin !== '', requiresHttps };
  await print(await firstKeys(`http://127.0.0.1:${port}`, adminToken, shown));
  writeWhole(marker, '');
}

async function run() {
  const ports = portsOf(process.env);
  const { dir, keep } = await openState();
  await requireFree('API_PORT', ports.api);
  await requireFree('SHORT_PORT', ports.short);
  const { told, ...given } = writeValues(dir, ports);
  await install();
  await print('Applying the migrations and starting the workers.\n');
  const [redirect, api] = workersOf(ports);
  const setting = { stateDir: dir, keep, ...given };
  await Promise.all([migrate(setting), keepRunning(redirect, setting, fail)]);
  await keepRunning(api, setting, fail); // only now: a worker whose classes appear later is reloaded
  await firstKeysOnce(dir, ports.api, told);
  await print(
    readyText(dir, [api, redirect], told) + (await threatListLine(`http://127.0.0.1:${ports.api}`, told.adminToken)),
  );
  fireCron(ports.api);
}

export async function main() {
  onStopRequest(() => stop(0));
  await run().catch(fail);
}
