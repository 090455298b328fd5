/** `npm run bench`: measures the product beside its floors, or beside another revision, and prints the ratios. */

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Comparison, formatTable, inTurn } from './comparison';
import { compareConsole } from './console';
import { startFloors } from './floors/floors';
import { compareMachine } from './machine';
import { compareCosts, MEASURES } from './measures';
import { type Options, readOptions, UsageError, writeUsage } from './options';
import { startProduct } from './product';
import { prepareStart, STARTS } from './starts';
import { stopTargets } from './target';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NAMES = [...MEASURES, ...STARTS].map(({ name }) => name);
const USAGE_ERROR = 2;
const INTERRUPTED = 130;
/** A start takes less than a second, so there are more of them than rounds of load. */
const STARTS_A_ROUND = 4;

const print = (text: string): void => void process.stderr.write(`${text}\n`);

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-bench-'));
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(INTERRUPTED));

/** A new folder for one part of the run. */
function newFolder(name: string): string {
  const own = path.join(folder, name);
  mkdirSync(own);
  return own;
}

async function compare({ compare: revision, only, ...settings }: Options): Promise<Comparison[]> {
  const isChosen = ({ name }: { readonly name: string }) => only.length === 0 || only.includes(name);
  const other = revision === undefined ? undefined : checkOut(ROOT, revision, newFolder('revision'), print);
  const against = (floor: string) => (revision === undefined ? floor : `the same of ${revision}`);
  const comparisons: Comparison[] = [];
  const measures = MEASURES.filter(isChosen);
  if (measures.length > 0) {
    const product = await startProduct(ROOT, newFolder('product'));
    const floors = other === undefined ? await startFloors(newFolder('floors')) : undefined;
    const former = other === undefined ? product : await startProduct(other, newFolder('other'));
    for (const measure of measures) {
      print(measure.name);
      const side = floors === undefined ? measure.product(former) : measure.against(floors, product);
      comparisons.push(
        await compareCosts(measure.work, [measure.product(product), side], against(measure.floor), settings),
      );
    }
  }
  for (const { name, work, config, address } of STARTS.filter(isChosen)) {
    print(name);
    const own = await prepareStart(newFolder(name), path.join(ROOT, config), address);
    const compared = await prepareStart(
      newFolder(`${name}-other`),
      path.join(other ?? ROOT, config),
      address,
      other === undefined,
    );
    const pairs = await inTurn(settings.rounds * STARTS_A_ROUND, own, compared);
    comparisons.push({ work, unit: 'ms', against: against('an empty worker'), pairs });
  }
  return comparisons;
}

async function run(options: Options): Promise<Comparison[]> {
  if (options.machine) return compareMachine(ROOT, newFolder, options, print);
  if (options.console) return compareConsole(await startProduct(ROOT, newFolder('product')), print);
  return compare(options);
}

async function main(): Promise<void> {
  const options = readOptions(process.argv.slice(2), NAMES);
  if (options.help) return void process.stdout.write(writeUsage(NAMES));
  if (process.platform !== 'linux') throw new UsageError('The bench reads processor time from /proc: it needs Linux.');
  const load = () => loadavg()[0]?.toFixed(1);
  const before = load();
  const comparisons = await run(options);
  const computer = `${availableParallelism()} cores, load average ${before} before and ${load()} after.`;
  process.stdout.write(`\n${NOTE}\n${computer}\n\n${formatTable(comparisons)}`);
}

const NOTE = `Figures are medians of alternating rounds, the ratio is the median of the rounds' ratios. µs are processor time of
workerd for one unit of the work, ms, s, /s, kB and MiB are what they say.`;

// If nobody reads the output any more, as behind `| head`, the remaining rounds are useless.
process.stdout.on('error', () => process.exit(0));
try {
  await main();
} catch (error) {
  const isUsage = error instanceof UsageError;
  print(isUsage ? `${error.message}\n\n${writeUsage(NAMES)}` : String((error as Error).stack));
  process.exitCode = isUsage ? USAGE_ERROR : 1;
}
await stopTargets();

/**
 * Writes a revision into `folder`. It shares node_modules with this checkout if both lock files are equal; otherwise its
 * packages are installed.
 * @returns `folder`
 * @throws UsageError if the repository has no such revision
 */
function checkOut(root: string, revision: string, folder: string, print: (text: string) => void): string {
  const { status, stdout: commit } = spawnSync(
    'git',
    ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new UsageError(`git knows no revision ${revision}.`);
  const archive = execFileSync('git', ['archive', commit.trim()], { cwd: root, maxBuffer: 2 ** 30 });
  execFileSync('tar', ['-x', '-C', folder], { input: archive });
  const lockOf = (checkout: string) => readFileSync(path.join(checkout, 'package-lock.json'), 'utf8');
  if (lockOf(root) === lockOf(folder)) {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    return folder;
  }
  print('Installing the packages of the other revision.');
  const install = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', install, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  return folder;
}
