// Builds the doctor and runs it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutSecrets } from '../../packages/machine/secret-names.mjs';
import { buildProgram } from './build-program.mjs';
import { install } from './install.mjs';
import { inRoot, ROOT } from './root.mjs';
import { wranglerCommand } from './wrangler.mjs';

export async function doctor() {
  // npm, esbuild and wrangler have no need to see the workers' secrets.
  const env = { ...process.env };
  process.env = withoutSecrets(env);
  await install(process.stderr);
  await buildProgram('doctor');
  const { main } = await import('../../dist/doctor/main.mjs');
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  process.exitCode = await main({
    args: process.argv.slice(2),
    env,
    root: ROOT,
    version,
    command: 'npm run doctor',
    folder: path.resolve(ROOT, process.env.STATE_DIR || '.swiftlet'),
    wrangler: wranglerCommand(),
  });
}
