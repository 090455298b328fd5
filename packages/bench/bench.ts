/** `npm run bench`: measures the product and its floors alternately, and prints the ratios of their costs. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { checkOut, removeCheckouts } from './checkout';
import { measureConsole, pageTableOf } from './console-pages';
import { measureGrowth } from './growth';
import { hasNewRegression, regressionsIn } from './history';
import { reportOf } from './history-report';
import { FORMER, measureMachine } from './machine';
import type { Result } from './measure';
import { MEASURES } from './measures';
import { type Options, readOptions, UsageError, usageOf } from './options';
import { distanceIn, record, recordedRuns, revisionOf } from './record';
import { tableOf } from './table';
import { Targets } from './targets';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const NAMES = MEASURES.map(({ name }) => name);
const USAGE_ERROR = 2;
const MISSED = 3;
const COULD_NOT_TELL = 4;
const INTERRUPTED = 130;

const print = (text: string): void => void process.stderr.write(`${text}\n`);

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-bench-'));
process.on('exit', () => {
  removeCheckouts();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(INTERRUPTED));

async function measureChosen({ only, compare, settings }: Options): Promise<Result[]> {
  const chosen = MEASURES.filter(({ name }) => only.length === 0 || only.includes(name));
  const other = compare === undefined ? undefined : checkOut(ROOT, compare, path.join(folder, 'revision'), print);
  const targets = new Targets(ROOT, folder, other, print);
  try {
    const results: Result[] = [];
    for (const [n, { name, run }] of chosen.entries())
      results.push(...(await run(targets, settings, (text) => print(`[${n + 1}/${chosen.length}] ${name}: ${text}`))));
    return results;
  } finally {
    await targets.stop();
  }
}

async function measureStart({ compare = FORMER, settings }: Options): Promise<Result[]> {
  const other = checkOut(ROOT, compare, path.join(folder, 'revision'), print);
  return measureMachine(ROOT, other, folder, settings, print);
}

async function measure(options: Options): Promise<Result[]> {
  if (options.machine) return measureStart(options);
  return options.growth ? measureGrowth(ROOT, folder, options.settings, print) : measureChosen(options);
}

function exitCodeOf(results: readonly Result[]): number {
  if (results.some(({ met }) => met === false)) return MISSED;
  return results.some(({ doubt }) => doubt !== null) ? COULD_NOT_TELL : 0;
}

/** Prints the regressions of the history. */
function printHistory(isJson: boolean): number {
  const runs = recordedRuns(ROOT);
  const report = reportOf(runs, NAMES, (from, to) => distanceIn(ROOT, from, to));
  process.stdout.write(isJson ? `${JSON.stringify({ regressions: regressionsIn(runs) })}\n` : report);
  return hasNewRegression(runs) ? MISSED : 0;
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), NAMES);
  if (options.help) {
    process.stdout.write(usageOf(NAMES));
    return 0;
  }
  if (options.history) return printHistory(options.json);
  if (process.platform !== 'linux') throw new UsageError('The bench reads processor time from /proc: it needs Linux.');
  if (options.console) {
    const pages = await measureConsole(ROOT, folder, print);
    process.stdout.write(options.json ? `${JSON.stringify({ pages })}\n` : pageTableOf(pages));
    return 0;
  }
  print(`load average ${loadavg()[0]?.toFixed(1)} before`);
  const revision = options.record ? revisionOf(ROOT) : undefined;
  const results = await measure(options);
  if (revision !== undefined)
    record(ROOT, results, { revision, against: options.growth ? 'fewest-links' : 'floors' }, print);
  process.stdout.write(options.json ? `${JSON.stringify({ results })}\n` : `\n${tableOf(results)}`);
  return exitCodeOf(results);
}

// If nobody reads the output any more, as behind `| head`, the remaining rounds are useless.
process.stdout.on('error', () => process.exit(0));
try {
  process.exitCode = await main();
} catch (error) {
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n\n${usageOf(NAMES)}`);
    process.exitCode = USAGE_ERROR;
  } else {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exitCode = 1;
  }
}
