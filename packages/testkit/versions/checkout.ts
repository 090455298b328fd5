/** A former version's sources in a folder of their own. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export const ROOT = path.resolve(import.meta.dirname, '../../..');
export const API_CONFIG = 'wrangler.api.toml';
export const REDIRECT_CONFIG = 'wrangler.redirect.toml';

/**
 * Writes what a commit holds into `folder`.
 * @throws Error where this clone does not reach back to the commit
 */
export function checkOut(commit: string, folder: string): void {
  if (spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: ROOT }).status !== 0)
    throw new Error(`This clone has no commit ${commit}: former versions need a whole one (git fetch --unshallow).`);
  mkdirSync(folder, { recursive: true });
  const archive = execFileSync('git', ['archive', '--format=tar', commit], { cwd: ROOT, maxBuffer: 2 ** 28 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
}

/**
 * Makes a checkout ready to be bundled: with the packages of this one, where they are those that its workers are made of;
 * else with those of its own lock.
 */
export function provide(folder: string): void {
  leaveOutDocumentation(folder);
  const theirs = Object.entries(dependenciesOf(folder));
  const ours = dependenciesOf(ROOT);
  if (theirs.every(([name, pin]) => ours[name] === pin)) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    return;
  }
  const quietly = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error', '--prefer-offline'];
  execFileSync('npm', ['ci', '--omit=dev', '--omit=optional', ...quietly], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

const dependenciesOf = (folder: string): Readonly<Record<string, string>> =>
  JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')).dependencies;

/** The pages of /docs are made by tools that are not installed for it, and are no part of its script. */
function leaveOutDocumentation(folder: string): void {
  const config = path.join(folder, API_CONFIG);
  writeFileSync(config, readFileSync(config, 'utf8').replace(/^\[build\]\n(?:.+\n)*/m, ''));
  mkdirSync(path.join(folder, 'dist/documentation'), { recursive: true });
}
