/**
 * A lock of the kernel's, held by workerd itself for as long as it lives. It is seen where processes are not: by a
 * container that shares the state folder with another one. Only util-linux has a flock(1) that can do it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** What workerd's command ends with where another holds the lock. */
export const HELD_EXIT_CODE = 75;

const flock = (...args: string[]) => spawnSync('flock', args, { stdio: 'ignore' }).status;

const hasFlock = flock('--no-fork', '--nonblock', '--shared', process.execPath, 'true') === 0;

export const lockFileOf = (folder: string): string => path.join(folder, 'workerd.lock');

/** What is put before a command so that it runs under the lock, or not at all. */
export const underLock = (file: string): string[] =>
  hasFlock ? ['flock', '--no-fork', '--nonblock', `--conflict-exit-code=${HELD_EXIT_CODE}`, file] : [];

/** Whether somebody holds it. */
export const isKernelLocked = (file: string): boolean =>
  existsSync(file) &&
  hasFlock &&
  flock('--nonblock', `--conflict-exit-code=${HELD_EXIT_CODE}`, file, 'true') === HELD_EXIT_CODE;
