/** Appends results to the history, and reads it: docs/performance-history.jsonl. */
import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus } from 'node:os';
import path from 'node:path';
import { type HistoryEntry, readHistory, recordedOf } from './history';
import type { Print, Result } from './measure';

const FILE = 'docs/performance-history.jsonl';
const DAY_LENGTH = 'YYYY-MM-DD'.length;

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

/** What is measured: the commit of a checkout, and whether it has other changes. Those of the history do not count. */
export type Revision = Pick<HistoryEntry, 'commit' | 'isDirty'>;

export const revisionOf = (root: string): Revision => ({
  commit: git(root, 'rev-parse', 'HEAD'),
  isDirty: git(root, 'status', '--porcelain', '--', '.', `:!${FILE}`) !== '',
});

function computer() {
  const processors = cpus();
  const { version } = createRequire(import.meta.url)('workerd/package.json') as { version: string };
  return { processor: processors[0]?.model ?? '', cores: processors.length, node: process.version, workerd: version };
}

/** Appends one line with all results whose ratios can be stated, and prints which it leaves out. */
export function record(
  root: string,
  results: readonly Result[],
  { revision, against }: { readonly revision: Revision; readonly against: HistoryEntry['against'] },
  print: Print,
  now = new Date(),
): void {
  const day = now.toISOString().slice(0, DAY_LENGTH);
  const entry: HistoryEntry = { day, ...revision, against, computer: computer(), measures: recordedOf(results) };
  for (const { name, isSound, doubt } of results) if (!isSound) print(`Not recorded: ${name}: ${doubt}`);
  appendFileSync(path.join(root, FILE), `${JSON.stringify(entry)}\n`);
}

/** All recorded runs, the oldest first. */
export function recordedRuns(root: string): HistoryEntry[] {
  const file = path.join(root, FILE);
  return existsSync(file) ? readHistory(readFileSync(file, 'utf8')) : [];
}

/** The number of commits from one to another; null if git does not know both. */
export function distanceIn(root: string, from: string, to: string): number | null {
  try {
    return Number(git(root, 'rev-list', '--count', `${from}..${to}`));
  } catch {
    return null;
  }
}
