// Prepares a new clone: installs the packages of package-lock.json, among them a Node that the tools accept. It
// selects the wrangler to run: one on PATH if it has the version of package.json, otherwise the one in node_modules.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { takeLock } from '../../packages/machine/processes.mjs';
import { withoutSecrets } from '../../packages/machine/secret-names.mjs';
import { inRoot, ROOT } from './checkout.mjs';
import { readLines, startChild } from './children.mjs';

/**
 * @typedef {Record<string, { version?: string, integrity?: string, optional?: boolean, devOptional?: boolean }>}
 * Packages
 */

/** @param {string} file @returns {Packages} */
const readPackages = (file) => JSON.parse(readFileSync(file, 'utf8')).packages;

/**
 * Whether the packages of the lock file differ from those of the last install.
 * @param {Packages} wanted
 * @param {Packages} present
 */
export function differs(wanted, present) {
  return Object.entries(wanted).some(([name, one]) => {
    if (name === '') return false;
    const there = present[name];
    if (there === undefined) return !(one.optional || one.devOptional);
    return there.version !== one.version || there.integrity !== one.integrity;
  });
}

function isInstalled() {
  try {
    const present = readPackages(inRoot('node_modules/.package-lock.json'));
    return (
      !differs(readPackages(inRoot('package-lock.json')), present) &&
      Object.keys(present).every((name) => existsSync(inRoot(name, 'package.json')))
    );
  } catch {
    return false;
  }
}

/** The line of npm's errors that names the cause. @param {string[]} output */
function causeIn(output) {
  const lines = output.map((line) => line.replace(/^npm (error|ERR!) ?/, ''));
  return lines.find((line) => line !== '' && !/^(npm warn|code|syscall|errno|path|dest) /.test(line));
}

/** The PATH without node_modules. npm must not run on the Node in node_modules, because npm replaces it. */
function pathWithoutPackages() {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return folders.filter((folder) => !folder.startsWith(inRoot('node_modules'))).join(path.delimiter);
}

/** @param {NodeJS.WriteStream} out */
async function npmCi(out) {
  out.write('Installing the packages (npm ci): this takes about half a minute.\n');
  const args = ['ci', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'];
  // The scripts of packages need none of the secrets.
  const env = { ...withoutSecrets(process.env), PATH: pathWithoutPackages() };
  const child = startChild('npm', args, { cwd: ROOT, env, stdio: ['ignore', out, 'pipe'] });
  /** @type {string[]} */
  const output = [];
  readLines(child, (line) => output.push(line));
  const startedAt = Date.now();
  const progress = setInterval(() => {
    out.write(`Still installing, ${Math.round((Date.now() - startedAt) / 1000)} s.\n`);
  }, 5000);
  const failure = await child.ended;
  clearInterval(progress);
  if (failure) throw new Failure(`npm ci failed: ${causeIn(output) ?? failure}`);
}

/**
 * Removes the link by which npm runs scripts on the Node in node_modules, if this Node suffices. That Node was packed
 * by others, and nodejs.org has not signed it.
 */
function leaveOutNode() {
  if (!suffices(process.versions.node) || process.execPath.startsWith(inRoot('node_modules'))) return;
  rmSync(inRoot('node_modules/.bin/node'), { force: true });
}

/**
 * Installs missing packages. A lock keeps two scripts of one clone from installing at once.
 * @param {NodeJS.WriteStream} out where progress is printed
 */
export async function install(out = process.stdout) {
  if (isInstalled()) return;
  // The lock is in the checkout, because in a shared temporary folder another user could hold it for ever.
  mkdirSync(inRoot('dist'), { recursive: true });
  const file = inRoot('dist/install.lock');
  let lock = takeLock(file);
  if (lock === undefined) out.write('Waiting for another install of this checkout.\n');
  while (lock === undefined) {
    await wait(500);
    lock = takeLock(file);
  }
  try {
    if (!isInstalled()) {
      await npmCi(out);
      leaveOutNode();
    }
  } finally {
    lock.release();
  }
}

/** @type {string | undefined} */
let found;

/**
 * The path of the Node that runs the tools: the one that runs this script, or if it is too old, the one in
 * node_modules. wrangler refuses Node 20.
 */
export function toolNode() {
  found ??= suffices(process.versions.node) ? process.execPath : [inRoot('node_modules/.bin/node')].find(isNewEnough);
  if (found !== undefined) return found;
  throw new Failure(`No Node 22 for ${process.platform}-${process.arch} among the packages: install Node 22 or newer.`);
}

/** @param {string} version of Node */
const suffices = (version) => Number(version.split('.')[0]) >= 22;

/** @param {string} node */
function isNewEnough(node) {
  try {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return suffices(version.slice(1));
  } catch {
    return false; // there is none for this platform, or it cannot run here
  }
}

/** The timeout of `wrangler --version`. A wrangler that does not respond is not used. */
const VERSION_MS = 15_000;

/** The path of a wrangler outside node_modules that has the version of package.json; undefined without one. */
function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'));
  const found = folders.map((folder) => path.join(folder, 'wrangler')).find((file) => existsSync(file));
  if (found === undefined) return undefined;
  const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  try {
    const version = execFileSync(found, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: VERSION_MS,
      killSignal: 'SIGKILL',
    });
    return version.trim().endsWith(devDependencies.wrangler) ? found : undefined;
  } catch {
    return undefined; // it cannot run here
  }
}

/** The program and its first arguments; those of wrangler follow. @returns {[string, ...string[]]} */
export function wranglerCommand() {
  const other = onPath();
  return other === undefined ? [toolNode(), inRoot('node_modules/wrangler/bin/wrangler.js')] : [other];
}

/** A failure that the user can fix. Its message is the only line that is printed. */
export class Failure extends Error {}
