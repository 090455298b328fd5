// Builds the doctor and runs it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutSecrets } from '../../packages/deploy/secret-names.mjs';
import { writerTo } from './files.mjs';
import { install } from './install.mjs';
import { inRoot, ROOT } from './root.mjs';
import { wranglerCommand } from './wrangler.mjs';

const OUT = inRoot('dist/doctor');

async function buildCommand() {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: { main: inRoot('packages/doctor/main.ts') },
    absWorkingDir: ROOT,
    outdir: OUT,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    write: false,
    logLevel: 'silent',
  });
  const write = writerTo(OUT);
  for (const file of outputFiles) write(path.basename(file.path), file.contents);
}

export async function main() {
  // npm, esbuild and wrangler have no need to see the workers' secrets.
  const env = { ...process.env };
  process.env = withoutSecrets(env);
  await install(process.stderr);
  await buildCommand();
  const { main: doctor } = await import('../../dist/doctor/main.mjs');
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  process.exitCode = await doctor({
    args: process.argv.slice(2),
    env,
    root: ROOT,
    version,
    folder: path.resolve(ROOT, process.env.STATE_DIR || '.swiftlet'),
    wrangler: wranglerCommand(),
  });
}
