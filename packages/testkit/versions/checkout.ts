/** Checks former versions out into folders, and installs the packages that their bundling needs. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const API_CONFIG = 'wrangler.api.toml';
export const REDIRECT_CONFIG = 'wrangler.redirect.toml';

/**
 * Writes the files of a commit into `folder`.
 * @throws Error if this clone lacks the commit
 */
export function checkOut(commit: string, folder: string): void {
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status !== 0)
    throw new Error(`This clone has no commit ${commit}: former versions need a whole one (git fetch --unshallow).`);
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

type Packages = Readonly<Record<string, string>>;

/**
 * Prepares a checkout for bundling. It links node_modules of this checkout if all pinned versions agree. Otherwise it
 * installs the packages of the checkout's lock file.
 */
export function provide(folder: string): void {
  const ours = packagesOf(ROOT);
  if (Object.entries(packagesOf(folder)).every(([name, version]) => ours[name] === version)) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    return;
  }
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  execFileSync('npm', ['ci', ...quietly], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

function packagesOf(folder: string): Packages {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
    dependencies: Packages;
    devDependencies: Packages;
  };
  return { ...dependencies, ...devDependencies };
}
