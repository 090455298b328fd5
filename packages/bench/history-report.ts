/** What `npm run bench -- --history` prints. */
import { type HistoryEntry, programsBetween, type Regression, regressionsIn } from './history';

/** The number of commits that are in the history of `to` and not in that of `from`; null if git does not know both. */
export type Distance = (from: string, to: string) => number | null;

const DIGITS = 8;
const shortOf = (commit: string): string => commit.slice(0, DIGITS);
const nameOf = ({ commit, isDirty }: HistoryEntry): string =>
  `${shortOf(commit)}${isDirty ? ' with uncommitted changes' : ''}`;

/** The options that measure a row again. @param measures the names of the measures; a latency has several rows */
function optionsFor({ name, from }: Regression, measures: readonly string[]): string {
  if (from.against === 'fewest-links') return '--growth';
  const measure = measures.find((one) => name === one || name.startsWith(`${one}-`)) ?? name;
  return `--only ${measure} --compare ${shortOf(from.commit)}`;
}

function linesOf(regression: Regression, measures: readonly string[], distance: Distance): string[] {
  const { name, from, to, before, after } = regression;
  const growth = Math.round(100 * (after / before - 1));
  const between = (distance(from.commit, to.commit) ?? 1) - 1;
  const lie = `${between} ${between === 1 ? 'commit lies' : 'commits lie'} between`;
  const search = `  ${lie}. Check each out, and run npm run bench -- ${optionsFor(regression, measures)}`;
  const programs = programsBetween(from, to);
  return [
    `${name}: ${before.toFixed(2)} → ${after.toFixed(2)} (+${growth} %) between ${nameOf(from)} and ${nameOf(to)}`,
    ...(between > 0 ? [search] : []),
    ...(programs.length > 0 ? [`  Also changed: ${programs.join(', ')}`] : []),
  ];
}

/** The lines about all regressions, or one line that there is none. */
export function reportOf(entries: readonly HistoryEntry[], measures: readonly string[], distance: Distance): string {
  const regressions = regressionsIn(entries);
  const count = `${entries.length} ${entries.length === 1 ? 'record' : 'records'}`;
  if (regressions.length === 0) return `No regression in ${count}.\n`;
  return `${regressions.flatMap((one) => linesOf(one, measures, distance)).join('\n')}\n`;
}
