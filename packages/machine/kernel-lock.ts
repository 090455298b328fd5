/**
 * A file lock of the kernel, which workerd holds until it exits. Another container with the same state folder does not
 * see the processes here, but it sees this lock. Only the flock(1) of util-linux supports this.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** The exit code of a command under the lock if another process holds the lock. */
export const HELD_EXIT_CODE = 75;

const flock = (...args: string[]) => spawnSync('flock', args, { stdio: 'ignore' }).status;

const hasFlock = flock('--no-fork', '--nonblock', '--shared', process.execPath, 'true') === 0;

export const lockFileOf = (folder: string): string => path.join(folder, 'workerd.lock');

/** The words before a command that make it take the lock, or exit if another process holds it; none without flock. */
export const underLock = (file: string): string[] =>
  hasFlock ? ['flock', '--no-fork', '--nonblock', `--conflict-exit-code=${HELD_EXIT_CODE}`, file] : [];

/** Whether a process holds the lock. */
export const isKernelLocked = (file: string): boolean =>
  existsSync(file) &&
  hasFlock &&
  flock('--nonblock', `--conflict-exit-code=${HELD_EXIT_CODE}`, file, 'true') === HELD_EXIT_CODE;
