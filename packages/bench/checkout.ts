/** Takes another git revision out of the repository, with its packages. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { UsageError } from './options';

/**
 * Writes a revision into `folder`. It shares node_modules with this checkout if both lock files are equal; otherwise its
 * packages are installed.
 * @returns `folder`
 * @throws UsageError if the repository has no such revision
 */
export function checkOut(root: string, revision: string, folder: string, print: (text: string) => void): string {
  const { status, stdout: commit } = spawnSync(
    'git',
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new UsageError(`git knows no revision ${revision}.`);
  const archive = execFileSync('git', ['archive', commit.trim()], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lockOf = (checkout: string) => readFileSync(path.join(checkout, 'package-lock.json'), 'utf8');
  if (lockOf(root) === lockOf(folder)) {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return folder;
  }
  print('Installing the packages of the other revision.');
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
