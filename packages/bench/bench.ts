/** `npm run bench`: measures the product beside its floors, or beside another revision, and prints the ratios. */

import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync, symlinkSync } from 'node:fs';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { type Comparison, formatTable } from './comparison';
import { compareConsole } from './console';
import { compareMachine } from './machine';
import { compareCosts, MEASURES } from './measures';
import { type Options, readOptions, UsageError } from './options';
import { newFolder, ROOT, startProduct } from './product';
import { compareStart, STARTS } from './starts';

const NAMES = [...MEASURES, ...STARTS].map(({ name }) => name);
const USAGE_ERROR = 2;
const INTERRUPTED = 130;
const NOTE = `Figures are medians of alternating rounds, the ratio is the median of the rounds' ratios. µs are processor time of
workerd for one unit of the work, ms, /s and MiB are what they say.`;

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(INTERRUPTED));

async function run({ only, compare, ...options }: Options): Promise<Comparison[]> {
  if (options.machine) return compareMachine(options);
  if (options.console) return compareConsole(await startProduct(ROOT));
  const isChosen = ({ name }: { readonly name: string }) => only.length === 0 || only.includes(name);
  const other = compare === undefined ? undefined : checkOut(compare);
  const measures = MEASURES.filter(isChosen);
  const comparisons = measures.length === 0 ? [] : await compareCosts(measures, other, options);
  for (const start of STARTS.filter(isChosen)) comparisons.push(await compareStart(start, other, options));
  return compare === undefined
    ? comparisons
    : comparisons.map((one) => ({ ...one, against: `the same of ${compare}` }));
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), NAMES);
  if (process.platform !== 'linux') throw new UsageError('The bench reads processor time from /proc: it needs Linux.');
  const load = () => loadavg()[0]?.toFixed(1);
  const before = load();
  const comparisons = await run(options);
  const computer = `${availableParallelism()} cores, load average ${before} before and ${load()} after.`;
  process.stdout.write(`\n${NOTE}\n${computer}\n\n${formatTable(comparisons)}`);
}

try {
  await main();
  process.exit(); // ends the targets too
} catch (error) {
  const isUsage = error instanceof UsageError;
  console.error(isUsage ? error.message : (error as Error).stack);
  process.exit(isUsage ? USAGE_ERROR : 1);
}

/**
 * Writes a revision into a new folder. It shares node_modules with this checkout if both lock files are equal;
 * otherwise its packages are installed.
 * @returns the folder
 * @throws UsageError if the repository has no such revision
 */
function checkOut(revision: string): string {
  const parse = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`];
  const { status, stdout: commit } = spawnSync('git', parse, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new UsageError(`git knows no revision ${revision}.`);
  const folder = newFolder();
  const archive = execFileSync('git', ['archive', commit.trim()], { cwd: ROOT, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const [own, other] = [ROOT, folder].map((checkout) => readFileSync(path.join(checkout, 'package-lock.json'), 'utf8'));
  if (own === other) {
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    return folder;
  }
  console.error('Installing the packages of the other revision.');
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
