// Runs lint, types and tests, one after the other. A failure of one does not stop the next.
import { randomInt } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { inRoot, ROOT } from './checkout.mjs';
import { endChildren, onStopRequest, startChild } from './children.mjs';
import { install, toolNode } from './install.mjs';

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

/** The projects of `npm run types`. */
const PROJECTS = ['.', 'packages/domain', 'packages/client', 'apps/api/console/client'];

async function types() {
  let isClean = true;
  for (const project of PROJECTS) isClean = (await tool('typescript/bin/tsc', ['--noEmit', '-p', project])) && isClean;
  return isClean;
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

/** Whether the arguments select tests by name, so that vitest skips the others on purpose. @param {string[]} args */
const choosesByName = (args) => args.some((arg) => /^(-t|--testNamePattern)(=|$)/.test(arg));

/**
 * The variables of vitest.config.ts that choose the tests by the sizes in their names. `npm test` runs those without
 * one.
 */
const SIZES = { '--long': 'TEST_LONG', '--ci': 'TEST_CI' };
/**
 * The runs of `--ci`. They run one after another, because those in Node start many processes.
 */
const CI_RUNS = [
  ['--project', 'workerd', '--project', 'planted'],
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
  const report = sumReports(reports);
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

/** @typedef {{ passed: number, failed: number, skipped: number, notes: string[] }} Report */
/** @typedef {{ status: string, fullName: string, failureMessages?: string[] }} TestResult */
/** @typedef {{ name: string, status: string, assertionResults: TestResult[] }} FileResult */
/**
 * @typedef {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
 * testResults: FileResult[] }} Json
 */

/**
 * Whether a file failed although none of its tests did: it could not be loaded, or a hook failed.
 * @param {FileResult} file
 */
const failedAsWhole = (file) =>
  file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed');

/** A line of each failed test of a file, with its first message. @param {FileResult} file @returns {string[]} */
const failedTests = (file) =>
  file.assertionResults
    .filter(({ status }) => status === 'failed')
    .map(({ fullName, failureMessages = [] }) => {
      const [reason = 'no message'] = failureMessages.join('\n').split('\n');
      return `Failed: ${path.relative(ROOT, file.name)}: ${fullName}: ${reason}`;
    });

/**
 * Counts the tests in vitest's JSON report, and names the failed ones, so that a long run ends with its failures. A
 * file that failed as a whole counts as one failure.
 * @param {Json} json
 * @param {boolean} succeeded whether vitest's exit code was 0
 * @returns {Report}
 */
export function countReport(json, succeeded) {
  const files = json.testResults.filter(failedAsWhole);
  const notes = json.testResults.flatMap(failedTests);
  notes.push(...files.map((file) => `Failed as a whole: ${path.relative(ROOT, file.name)}`));
  let failed = json.numFailedTests + files.length;
  if (!succeeded && failed === 0) {
    failed = 1;
    notes.push('vitest failed outside its tests: see the unhandled errors above.');
  }
  return { passed: json.numPassedTests, failed, skipped: json.numPendingTests + json.numTodoTests, notes };
}

/** @param {string} file @param {boolean} succeeded @returns {Report} */
function readReport(file, succeeded) {
  let text;
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    return { passed: 0, failed: 1, skipped: 0, notes: ['vitest left no report: it crashed.'] };
  }
  return countReport(JSON.parse(text), succeeded);
}

/** The sum of the reports of several runs. @param {readonly Report[]} reports @returns {Report} */
const sumReports = (reports) => ({
  passed: reports.reduce((sum, { passed }) => sum + passed, 0),
  failed: reports.reduce((sum, { failed }) => sum + failed, 0),
  skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
  notes: reports.flatMap(({ notes }) => notes),
});

/** @param {number} passed @param {number} failed @param {number} skipped */
export const closingLine = (passed, failed, skipped) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
