/** The fake wrangler as a program, for tests that run the commands of packages/deploy as programs. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'esbuild';
import { makeTrial } from './deploy-trial';
import { ROOT, type Trial } from './fake-wrangler/trial';

/** The folder of the built programs. */
export const PROGRAMS = path.join(ROOT, 'dist/fake-wrangler');

/** Builds the programs, once before the tests of a file. */
export async function buildPrograms(): Promise<void> {
  const folder = 'packages/testkit/fake-wrangler';
  await build({
    entryPoints: { cli: `${folder}/cli.ts`, wrangler: `${folder}/program.ts`, world: `${folder}/world.ts` },
    absWorkingDir: ROOT,
    outdir: PROGRAMS,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    target: 'node20',
  });
}

/** Makes a fake account, and a folder for PATH that contains the fake wrangler. */
export function trialWithProgram(): Trial {
  const trial = makeTrial();
  mkdirSync(path.join(trial.folder, 'bin'));
  const program = path.join(trial.folder, 'bin/wrangler');
  writeFileSync(program, `#!${process.execPath}\n${readFileSync(path.join(PROGRAMS, 'wrangler.mjs'), 'utf8')}`);
  // Node recognises a file without an extension as a module by its syntax.
  chmodSync(program, 0o755);
  return trial;
}

export const makeEnvironment = ({ folder }: Trial) => ({
  ...process.env,
  CI: '', // with CI the command generates no secrets
  FAKE_ACCOUNT: path.join(folder, 'account.json'),
  FAKE_FOLDER: folder,
  PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`,
  STATE_DIR: path.join(folder, 'state'),
});
