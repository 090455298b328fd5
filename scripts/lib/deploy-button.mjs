// `npm run deploy` inside Workers Builds, where the Deploy to Cloudflare button put a copy of this repository: the tables
// first, then the one script, from wrangler.jsonc, into which Cloudflare has written the ids (docs/adr/0043).
import { startChild } from './children.mjs';
import { Failure } from './failure.mjs';
import { inRoot, ROOT } from './root.mjs';
import { wranglerCommand } from './wrangler.mjs';

const COMMANDS = [['d1', 'migrations', 'apply', 'DB', '--remote'], ['deploy']];

export async function main() {
  const [program, ...before] = wranglerCommand();
  for (const args of COMMANDS) {
    const child = startChild(program, [...before, ...args, '--config', inRoot('wrangler.jsonc')], {
      cwd: ROOT,
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const failure = await child.ended;
    if (failure) throw new Failure(`wrangler ${args.join(' ')} failed: ${failure}`);
  }
}
