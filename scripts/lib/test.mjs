// Runs lint, types and tests, one after the other. A failure of one does not stop the next.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endChildren, onStopRequest, startChild } from './children.mjs';
import { install, toolNode } from './install.mjs';
import { inRoot, ROOT } from './root.mjs';
import { closingLine, readReport, sumOf } from './vitest-report.mjs';

/** Runs an installed tool under the installed Node. @param {string} script @param {string[]} args */
async function tool(script, args) {
  process.stdout.write(`\n$ ${path.basename(script).replace(/\.m?js$/, '')} ${args.join(' ')}\n`);
  const bin = `${inRoot('node_modules/.bin')}${path.delimiter}${process.env.PATH}`;
  const child = startChild(toolNode(), [inRoot('node_modules', script), ...args], {
    cwd: ROOT,
    env: { ...process.env, PATH: bin, WRANGLER_SEND_METRICS: 'false', CLOUDFLARE_CF_FETCH_ENABLED: 'false' },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return (await child.ended) === '';
}

const biome = () => tool('@biomejs/biome/bin/biome', ['check', '.']);

async function types() {
  const all = await tool('typescript/bin/tsc', ['--noEmit']);
  const domain = await tool('typescript/bin/tsc', ['--noEmit', '-p', 'packages/domain']);
  const client = await tool('typescript/bin/tsc', ['--noEmit', '-p', 'packages/client']);
  return all && domain && client;
}

/** @param {string[]} args */
async function vitest(args) {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-test-'));
  const file = path.join(folder, 'report.json');
  try {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
    const succeeded = await tool('vitest/vitest.mjs', ['run', ...reporters, ...args]);
    return readReport(file, succeeded);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Whether the arguments select tests by name. Then vitest skips the others on purpose. @param {string[]} args */
const choosesByName = (args) => args.some((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg));

/** The variables of vitest.config.ts that choose the tests by the sizes in their names. `npm test` runs those without one. */
const SIZES = { '--long': 'TEST_LONG', '--ci': 'TEST_CI' };
/**
 * The runs of `--ci`. They run one after another, because those in Node start many processes.
 */
const CI_RUNS = [
  ['--project', 'workerd'],
  ['--project', 'node'],
];

export async function test() {
  onStopRequest(() => endChildren().then(() => process.exit(130)));
  const options = process.argv.slice(2);
  for (const [flag, variable] of Object.entries(SIZES)) if (options.includes(flag)) process.env[variable] = '1';
  const isCi = options.includes('--ci');
  const args = options.filter((arg) => !(arg in SIZES));
  if (options.includes('--long')) process.env.TEST_SEED ??= String(randomInt(2 ** 31));
  await install();
  // CI runs `--ci` after `npm test`, which has checked lint and types.
  const lint = isCi || (await biome());
  const typed = isCi || (await types());
  const reports = [];
  for (const run of isCi && args.length === 0 ? CI_RUNS : [args]) reports.push(await vitest(run));
  const report = sumOf(reports);
  process.stdout.write('\n');
  if (!lint) process.stdout.write('Lint failed (biome check).\n');
  if (!typed) process.stdout.write('Types failed (tsc).\n');
  for (const note of report.notes) process.stdout.write(`${note}\n`);
  const silent = report.skipped > 0 && !choosesByName(args);
  if (silent) process.stdout.write(`${report.skipped} skipped: nothing is skipped in silence, so this run fails.\n`);
  const failed = report.failed + Number(!lint) + Number(!typed);
  if (process.env.TEST_SEED) process.stdout.write(`The random input is that of TEST_SEED=${process.env.TEST_SEED}.\n`);
  process.stdout.write(`${closingLine(report.passed, failed, report.skipped)}\n`);
  process.exitCode = failed === 0 && report.passed > 0 && !silent ? 0 : 1;
}
