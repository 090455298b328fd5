/** The program behind `npm run deploy`. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type Arguments, readArguments, USAGE } from './arguments';
import { askPerson } from './ask';
import type { Build } from './build';
import type { Step, Tell, World } from './context';
import { deploy } from './deploy';
import { destroy } from './destroy';
import { lineOf } from './failure';
import { permissionsText } from './plan';
import { removePrivateFolders, writeWhole } from './private-files';
import { resolves } from './resolves';
import type { Surroundings } from './session';
import { rolloutStep } from './upgrade/rollout';
import { endWranglers, wranglerProgram } from './wrangler/run';

export type Program = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly root: string;
  readonly version: string;
  /** The state folder, with the files of every environment. */
  readonly folder: string;
  /** The program of wrangler and its first arguments. */
  readonly wrangler: readonly [string, ...string[]];
  readonly build: Build;
  /** Replaces the smoke test, for tests. */
  readonly smoke?: Step;
  /** Whether the redirect worker is rolled out gradually: `npm run upgrade`. */
  readonly isGradual?: boolean;
};

const STOPPED = 130;

const print = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => stream.write(text, () => resolve()));

/**
 * Prints lines and the first key. With --json standard output has one JSON document alone: lines go to standard error,
 * and the key goes to a file.
 */
function tellOf({ isJson, environment }: Arguments, folder: string): Tell {
  const keyFile = path.join(folder, environment, 'first-account');
  return {
    line: (text) => void (isJson ? process.stderr : process.stdout).write(`${text}\n`),
    once: async (text) => {
      if (!isJson) return print(process.stdout, text);
      writeWhole(keyFile, text);
      process.stderr.write(`The key of the first account is in ${keyFile}: read the file, and remove it.\n`);
    },
  };
}

const worldOf = (build: Build): World => ({
  fetch: (address, init) => fetch(address, init),
  resolves,
  clock: { now: () => Date.now(), wait: (ms) => wait(ms) },
  build,
});

/** Lets a signal end wrangler and remove its private files. The state file stays as it is. */
function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      endWranglers();
      removePrivateFolders();
      process.stderr.write('\nStopped. Run the command again to continue.\n');
      process.exit(STOPPED);
    });
}

/** @returns the exit code */
export async function main(program: Program): Promise<number> {
  const { args, env, root, version, folder, wrangler, build, smoke, isGradual = false } = program;
  let isJson = args.includes('--json');
  try {
    const given = readArguments(args);
    if (given.isHelp) return print(process.stdout, `${USAGE}\n${permissionsText()}`).then(() => 0);
    isJson = given.isJson;
    endOnSignals();
    const surroundings: Surroundings = {
      ...{ given, root, version, folder, env },
      run: wranglerProgram(wrangler, root),
      world: worldOf(build),
      tell: tellOf(given, folder),
      ask: given.isYes || !process.stdin.isTTY ? undefined : askPerson,
    };
    const report = given.isDestroy
      ? { deleted: await destroy(surroundings) }
      : await deploy(surroundings, smoke, isGradual ? [rolloutStep()] : []);
    if (isJson) await print(process.stdout, `${JSON.stringify(report, null, 2)}\n`);
    return 0;
  } catch (error) {
    const text = lineOf(error);
    if (isJson) await print(process.stdout, `${JSON.stringify({ error: text }, null, 2)}\n`);
    process.stderr.write(`${text}\n`);
    return 1;
  }
}

export { upgrade } from './upgrade/upgrade';
