// Selects the wrangler to run: one on PATH if it has the version of package.json, else the one in node_modules.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { toolNode } from './install.mjs';
import { inRoot } from './root.mjs';

/** The timeout of `wrangler --version`. A wrangler that does not respond is not used. */
const VERSION_MS = 15_000;

/** The path of a wrangler outside node_modules that has the version of package.json; undefined without one. */
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

/** The program and its first arguments; those of wrangler follow. @returns {[string, ...string[]]} */
export function wranglerCommand() {
  const other = onPath();
  return other === undefined ? [toolNode(), inRoot('node_modules/wrangler/bin/wrangler.js')] : [other];
}
