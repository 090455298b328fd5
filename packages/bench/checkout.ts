/** Checks other git revisions out into worktrees, and installs their packages. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Print } from './measure';
import { UsageError } from './options';

const made: { readonly root: string; readonly folder: string }[] = [];

/**
 * Checks a revision out into a worktree in `folder`, and installs the packages of its lock file.
 * @returns `folder`
 * @throws UsageError if the repository has no such revision
 */
export function checkOut(root: string, revision: string, folder: string, print: Print): string {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const { status, stdout } = git('rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`);
  if (status !== 0) throw new UsageError(`git knows no revision ${revision}.`);
  made.push({ root, folder });
  if (git('worktree', 'add', '--detach', folder, stdout.trim()).status !== 0)
    throw new Error(`git could not check ${revision} out.`);
  provide(root, folder, print);
  return folder;
}

/**
 * Links node_modules of this checkout if both lock files are equal; otherwise installs the packages of the other one.
 */
function provide(root: string, folder: string, print: Print): void {
  const lockOf = (checkout: string) => readFileSync(path.join(checkout, 'package-lock.json'), 'utf8');
  if (lockOf(root) === lockOf(folder)) {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return;
  }
  print('Installing the packages of the other revision.');
  execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Removes every worktree that `checkOut` has made. */
export function removeCheckouts(): void {
  for (const { root, folder } of made.splice(0))
    spawnSync('git', ['worktree', 'remove', '--force', folder], { cwd: root, stdio: 'ignore' });
}
