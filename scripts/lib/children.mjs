// The child processes of the scripts. Each leads a process group, so that a script can end it with its descendants:
// wrangler with its workerd and esbuild processes, npm with its install scripts. A script also ends when the npm that
// started it has ended.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { everyProcess, killAll, lookUp } from '../../packages/machine/processes.mjs';
import { inRoot } from './checkout.mjs';

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */
/**
 * @typedef {{ process: ChildProcess, ended: Promise<string> }} Child `ended` resolves to the reason of a failure, and
 * to "" for exit code 0.
 */

const followParent = `--require ${JSON.stringify(inRoot('scripts/lib/follow-parent.cjs'))}`;
/** @type {Set<Child>} */
const running = new Set();

/**
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd: string, stdio: import('node:child_process').StdioOptions }} options
 * @returns {Child}
 */
export function startChild(command, args, { env = process.env, ...options }) {
  const nodeOptions = [env.NODE_OPTIONS, followParent].filter(Boolean).join(' ');
  const child = spawn(command, args, {
    ...options,
    detached: true,
    env: { ...env, NODE_OPTIONS: nodeOptions, SWIFTLET_PARENT: String(process.pid) },
  });
  /** @type {Promise<string>} */
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('exit', async (code, signal) => {
      const read = once(child, 'close');
      await killGroup(/** @type {number} */ (child.pid)); // its descendants hold its pipes open
      await Promise.race([read, wait(1000)]);
      resolve(code === 0 ? '' : signal === null ? `exit code ${code}` : signal);
    });
  });
  const entry = { process: child, ended };
  running.add(entry);
  ended.then(() => running.delete(entry));
  return entry;
}

/** Ends a child with its descendants, unless it has ended already. @param {Child} child */
async function endChild(child) {
  const { pid } = child.process;
  if (pid === undefined || !running.has(child)) return;
  child.process.kill('SIGTERM');
  await Promise.race([child.ended, wait(3000)]);
  if (running.has(child)) await killGroup(pid);
  await child.ended;
}

let ending = false;

/** Whether the script is ending its children. From then on it does not show their output. */
const isEnding = () => ending;

/** Ends every running child with its descendants. */
export async function endChildren() {
  ending = true;
  await Promise.all([...running].map(endChild));
}

/**
 * Reads the lines that a child prints, without colours and empty lines.
 * @param {Child} child
 * @param {(line: string, stream: NodeJS.WriteStream) => void} onLine
 */
export function readLines({ process: child }, onLine) {
  for (const [input, stream] of /** @type {const} */ ([
    [child.stdout, process.stdout],
    [child.stderr, process.stderr],
  ])) {
    if (input === null) continue;
    createInterface({ input }).on('line', (raw) => {
      const line = stripVTControlCharacters(raw).trimEnd();
      if (line !== '' && !isEnding()) onLine(line, stream);
    });
  }
}

/**
 * Calls `stop` once: on a signal, or when npm has ended. scripts/run.mjs sends such a signal if nobody reads the
 * output.
 * @param {() => void} stop
 */
export function onStopRequest(stop) {
  let isRequested = false;
  const request = () => {
    if (isRequested) return;
    isRequested = true;
    stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, request);
  watchNpm(request);
}

/** Kills every member of a process group and waits until none is left. @param {number} group */
const killGroup = (group) => killAll(() => everyProcess().flatMap((one) => (one.group === group ? one.pid : [])));

/**
 * Calls `gone` once when the npm that started this script has ended. Usually a shell is between them, which does not
 * forward SIGTERM and outlives npm. Without npm it watches nothing: a background script may outlive its shell.
 * @param {() => void} gone
 */
function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = lookUp(process.ppid);
  if (parent === undefined) return gone();
  const isShell = /(^|\/)-?[a-z]*sh$/.test(parent.name);
  const timer = setInterval(() => {
    const same = process.ppid === parent.pid && (!isShell || lookUp(parent.pid)?.parent === parent.parent);
    if (same) return;
    clearInterval(timer);
    gone();
  }, 500);
  timer.unref();
}
