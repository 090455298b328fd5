// Which wrangler we run: that of the packages, or one of the same version that stands on PATH.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { toolNode } from './install.mjs';
import { inRoot } from './root.mjs';

/** One that hangs is none. */
const VERSION_MS = 15_000;

/** A wrangler outside the packages, of the version whose answers are known. */
function onPath() {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => !folder.includes('node_modules'));
  const found = folders.map((folder) => path.join(folder, 'wrangler')).find((file) => existsSync(file));
  if (found === undefined) return undefined;
  const { devDependencies } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  try {
    const version = execFileSync(found, ['--version'], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: VERSION_MS,
      killSignal: 'SIGKILL',
    });
    return version.trim().endsWith(devDependencies.wrangler) ? found : undefined;
  } catch {
    return undefined; // it cannot run here
  }
}

/** The program, and what stands before its arguments. @returns {[string, ...string[]]} */
export function wranglerCommand() {
  const other = onPath();
  return other === undefined ? [toolNode(), inRoot('node_modules/wrangler/bin/wrangler.js')] : [other];
}
