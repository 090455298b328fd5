/** The program behind `npm run deploy`. */
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { formatError } from '#machine/failure';
import { writeWhole } from '#machine/processes.mjs';
import { terminalPrompts } from './answers';
import { type Arguments, readArguments, USAGE } from './arguments';
import type { Build } from './configuration';
import { type Dependencies, type Output, resolves, type Step } from './context';
import { deploy } from './deploy';
import { destroy } from './destroy';
import { permissionsText } from './plan';
import { removePrivateFolders } from './private-folders';
import type { Invocation } from './session';
import { rolloutStep } from './upgrade/rollout';
import { endWranglers, makeRunWrangler } from './wrangler/run';

type Program = {
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

const EXIT_CODE_STOPPED = 130;

const print = (stream: NodeJS.WriteStream, text: string): Promise<void> =>
  new Promise((resolve) => stream.write(text, () => resolve()));

/**
 * Prints lines, and the key of the first account. With --json, the lines go to standard error and the key goes to a
 * file, because standard output then has only one JSON document.
 */
function makeOutput({ isJson, environment }: Arguments, folder: string): Output {
  const keyFile = path.join(folder, environment, 'first-account');
  return {
    line: (text) => void (isJson ? process.stderr : process.stdout).write(`${text}\n`),
    showOnce: async (text) => {
      if (!isJson) return print(process.stdout, text);
      writeWhole(keyFile, text);
      process.stderr.write(`The key of the first account is in ${keyFile}: read the file, and remove it.\n`);
    },
  };
}

const makeDependencies = (build: Build): Dependencies => ({
  fetch: (address, init) => fetch(address, init),
  resolves,
  clock: { now: () => Date.now(), wait: (ms) => wait(ms) },
  build,
});

/** Makes a signal end wrangler and remove the private folders. The state file stays as it is. */
function endOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      endWranglers();
      removePrivateFolders();
      process.stderr.write('\nStopped. Run the command again to continue.\n');
      process.exit(EXIT_CODE_STOPPED);
    });
}

/** @returns the exit code */
export async function main(program: Program): Promise<number> {
  const { args, env, root, version, folder, wrangler, build, smoke, isGradual = false } = program;
  let isJson = args.includes('--json');
  try {
    const parsed = readArguments(args);
    if (parsed.isHelp) return print(process.stdout, `${USAGE}\n${permissionsText()}`).then(() => 0);
    isJson = parsed.isJson;
    endOnSignals();
    const invocation: Invocation = {
      ...{ args: parsed, root, version, folder, env },
      run: makeRunWrangler(wrangler, root),
      dependencies: makeDependencies(build),
      output: makeOutput(parsed, folder),
      prompts: parsed.isYes || !process.stdin.isTTY ? undefined : terminalPrompts,
    };
    const report = parsed.isDestroy
      ? { deleted: await destroy(invocation) }
      : await deploy(invocation, smoke, isGradual ? [rolloutStep()] : []);
    if (isJson) await print(process.stdout, `${JSON.stringify(report, null, 2)}\n`);
    return 0;
  } catch (error) {
    const text = formatError(error);
    if (isJson) await print(process.stdout, `${JSON.stringify({ error: text }, null, 2)}\n`);
    process.stderr.write(`${text}\n`);
    return 1;
  }
}

export { upgrade } from './upgrade/upgrade';
