// `npm run deploy` in Workers Builds, which the Deploy to Cloudflare button sets up for a copy of this repository
// (docs/design/self-hosting.md). It applies the D1 migrations, then deploys the one script. Cloudflare has written the
// ids into wrangler.jsonc.
import { readFileSync } from 'node:fs';
import { WRANGLER_SECRETS, withoutSecrets } from '../../packages/machine/secret-names.mjs';
import { inRoot, ROOT } from './checkout.mjs';
import { startChild } from './children.mjs';
import { Failure, wranglerCommand } from './install.mjs';

const MIGRATION = readFileSync(inRoot('migrations', '0001_swiftlet.sql'), 'utf8');
const [, DIGEST] = /'([0-9a-f]{64})'\);\n$/.exec(MIGRATION) ?? [];
/** This query fails on the tables of another version, because json() refuses a digest. */
const CHECK = `SELECT iif(sha256 = '${DIGEST}', 'own', json(sha256)) AS tables FROM made_from`;
const COMMANDS = [
  { args: ['d1', 'migrations', 'apply', 'DB', '--remote'] },
  {
    args: ['d1', 'execute', 'DB', '--remote', '--command', CHECK],
    reason: 'the database has the tables of another version (docs/operating/deploying.md)',
  },
  { args: ['deploy'] },
];

/** @param {NodeJS.ProcessEnv} env the environment of the command, with its secrets */
export async function deployFromBuild(env) {
  const [program, ...before] = wranglerCommand();
  for (const { args, reason } of COMMANDS) {
    const child = startChild(program, [...before, ...args, '--config', inRoot('wrangler.jsonc')], {
      cwd: ROOT,
      env: withoutSecrets(env, WRANGLER_SECRETS),
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const failure = await child.ended;
    if (failure) throw new Failure(`wrangler ${args.slice(0, 3).join(' ')} failed: ${reason ?? failure}`);
  }
}
