/** A deployment on a fake account for a test, with its folders, its output and its calls. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Prompts } from '../../deploy/answers';
import { type Arguments, readArguments } from '../../deploy/arguments';
import type { Clock, Dependencies } from '../../deploy/context';
import { deploy, type Report } from '../../deploy/deploy';
import { destroy } from '../../deploy/destroy';
import type { Invocation } from '../../deploy/session';
import { rolloutStep } from '../../deploy/upgrade/rollout';
import { type Account, changeAccount, EMPTY, readAccount, writeAccount } from './account';
import { fakeWrangler } from './fake-wrangler';
import { fakeFetch, PASSING_SMOKE_TEST } from './service';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const HOSTS = ['--short-host', 's.example.com', '--api-host', 'api.example.com', '--jurisdiction', 'anywhere'];
export const WORKERS_DEV = ['--workers-dev', '--jurisdiction', 'anywhere'];

/** The folder of the trials. It is in memory if possible, because tests create and remove thousands of folders. */
const DISK = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Makes a clock that only `wait` advances. */
function fakeClock(): Clock {
  let now = Date.UTC(2026, 10, 22);
  return {
    now: () => now,
    wait: async (ms) => {
      now += ms;
    },
  };
}

export type Trial = ReturnType<typeof newTrial>;

/** @param account the fields that differ from those of an empty account */
export function newTrial(account: Partial<Account> = {}) {
  const folder = mkdtempSync(path.join(DISK, 'swiftlet-deploy-'));
  const file = path.join(folder, 'account.json');
  const home = path.join(folder, 'state');
  writeAccount(file, { ...structuredClone(EMPTY), ...account });
  /** The printed lines, the texts that were shown once, and the calls of wrangler and of `fetch`. */
  const lines: string[] = [];
  const shown: string[] = [];
  const calls: string[] = [];

  const dependencies = (): Dependencies => ({
    fetch: fakeFetch(file, (address) => calls.push(address)),
    resolves: async () => false,
    clock: fakeClock(),
    build: async (kind) => `built ${kind}`,
  });

  function invocation(args: Arguments, more: Partial<Invocation>): Invocation {
    return {
      args,
      root: ROOT,
      version: '0.0.0',
      folder: home,
      env: {},
      run: fakeWrangler(file, (args) => calls.push(args.join(' '))),
      dependencies: dependencies(),
      output: {
        line: (text) => void lines.push(text),
        showOnce: async (text) => void shown.push(text),
      },
      prompts: undefined,
      ...more,
    };
  }

  return {
    folder,
    home,
    lines,
    shown,
    calls,
    dependencies,
    get account(): Account {
      return readAccount(file);
    },
    change: (change: (account: Account) => void) => changeAccount(file, change),
    run: (args: readonly string[], more: Partial<Invocation> = {}): Promise<Report> =>
      deploy(invocation(readArguments(args), more), PASSING_SMOKE_TEST),
    /** Deploys with the gradual rollout of `npm run upgrade`. */
    upgrade: (args: readonly string[], more: Partial<Invocation> = {}): Promise<Report> =>
      deploy(invocation(readArguments(args), more), PASSING_SMOKE_TEST, [rolloutStep()]),
    destroy: (args: readonly string[], more: Partial<Invocation> = {}): Promise<string[]> =>
      destroy(invocation(readArguments(['--destroy', ...args]), more)),
    secret: (name: string, environment = 'production'): string =>
      readFileSync(path.join(home, environment, 'secrets', name), 'utf8').trim(),
    state: (environment = 'production') => JSON.parse(readFileSync(path.join(home, `${environment}.json`), 'utf8')),
    changeState: (change: (state: ReturnType<typeof JSON.parse>) => void, environment = 'production'): void => {
      const file = path.join(home, `${environment}.json`);
      const state = JSON.parse(readFileSync(file, 'utf8'));
      change(state);
      writeFileSync(file, JSON.stringify(state), { mode: 0o600 });
    },
    files: () => filesBelow(home),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

/** Returns every file and folder with its mode. */
function filesBelow(folder: string): { name: string; mode: number; text: string }[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.map((name) => {
    const file = path.join(folder, name);
    const stat = statSync(file);
    return { name, mode: stat.mode & 0o777, text: stat.isFile() ? readFileSync(file, 'utf8') : '' };
  });
}

/** Replaces a person who says yes to everything, and types the same text at every question. */
export const answerYes = (text = '', choice = ''): Prompts => ({
  confirm: async () => true,
  input: async () => text,
  select: async (_, choices) => choice || (choices[0]?.value ?? ''),
});

/** Returns the message of the failure that ended a run. */
export const catchFailure = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'it did not fail',
    (error: Error) => error.message,
  );
