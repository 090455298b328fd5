// `npm run deploy` in Workers Builds, which the Deploy to Cloudflare button sets up for a copy of this repository
// (docs/adr/0043). It applies the D1 migrations, then deploys the one script. Cloudflare has written the ids into
// wrangler.jsonc.
import { WRANGLER_SECRETS, withoutSecrets } from '../../packages/machine/secret-names.mjs';
import { startChild } from './children.mjs';
import { Failure } from './failure.mjs';
import { inRoot, ROOT } from './root.mjs';
import { wranglerCommand } from './wrangler.mjs';

const COMMANDS = [['d1', 'migrations', 'apply', 'DB', '--remote'], ['deploy']];

/** @param {NodeJS.ProcessEnv} env the environment of the command, with its secrets */
export async function main(env) {
  const [program, ...before] = wranglerCommand();
  for (const args of COMMANDS) {
    const child = startChild(program, [...before, ...args, '--config', inRoot('wrangler.jsonc')], {
      cwd: ROOT,
      env: withoutSecrets(env, WRANGLER_SECRETS),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const failure = await child.ended;
    if (failure) throw new Failure(`wrangler ${args.join(' ')} failed: ${failure}`);
  }
}
