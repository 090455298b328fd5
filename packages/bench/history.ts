/** The history of results: a line of JSON per recorded run, and the regressions between its runs. */
import { isDeepStrictEqual } from 'node:util';
import type { Result } from './measure';

/** A ratio with its interval, as in a result. `noise` is the ratio of two copies of the floor. */
export type Recorded = {
  readonly ratio: number;
  readonly low: number;
  readonly high: number;
  readonly noise: number;
  readonly rounds: number;
};

/** The computer and the programs of a run. Only runs on the same kind of processor are compared. */
export type Computer = {
  readonly processor: string;
  readonly cores: number;
  readonly node: string;
  readonly workerd: string;
};

/** A recorded run. `against` says what the ratios compare with: floors, or the smallest size of `--growth`. */
export type HistoryEntry = {
  /** The UTC day. */
  readonly day: string;
  readonly commit: string;
  /** Whether the checkout had changes that are in no commit. */
  readonly isDirty: boolean;
  readonly against: 'floors' | 'fewest-links';
  readonly computer: Computer;
  readonly measures: Readonly<Record<string, Recorded>>;
};

/** A measure that has become slower between two runs. */
export type Regression = {
  readonly name: string;
  readonly from: HistoryEntry;
  readonly to: HistoryEntry;
  readonly before: number;
  readonly after: number;
};

/** The growth of a ratio from which on the history names it. */
const NAMED_GROWTH = 0.05;
const DIGITS = 4;

const rounded = (value: number): number => Number(value.toPrecision(DIGITS));

type Ratio = Pick<Result, 'name' | 'ratio' | 'interval' | 'noise' | 'rounds' | 'isSound'>;

/** What the history keeps of results: those whose ratio can be stated. */
export const recordedOf = (results: readonly Ratio[]): Record<string, Recorded> =>
  Object.fromEntries(
    results
      .filter(({ isSound }) => isSound)
      .map(({ name, ratio, interval: { low, high }, noise, rounds }) => [
        name,
        { ratio: rounded(ratio), low: rounded(low), high: rounded(high), noise: rounded(noise.ratio), rounds },
      ]),
  );

/** Parses the file. @throws Error that names a line which is no JSON */
export function readHistory(text: string): HistoryEntry[] {
  return text.split('\n').flatMap((line, at) => {
    if (line.trim() === '') return [];
    try {
      return [JSON.parse(line) as HistoryEntry];
    } catch {
      throw new Error(`Line ${at + 1} of the history is no JSON.`);
    }
  });
}

/**
 * Whether a ratio has grown by NAMED_GROWTH or more, and not by chance. The interval of the growth follows from those
 * of both ratios (Zou and Donner, Construction of confidence limits about effect measures, 2008), in logarithms.
 * Intervals that do not overlap would be a harder condition: two ratios that are each known to 2.5 % could then hide 5 %.
 */
function hasGrown(before: Recorded, after: Recorded): boolean {
  const growth = Math.log(after.ratio / before.ratio);
  const uncertainty = Math.hypot(Math.log(after.ratio / after.low), Math.log(before.high / before.ratio));
  return growth >= Math.log(1 + NAMED_GROWTH) && growth > uncertainty;
}

const areComparable = (one: HistoryEntry, other: HistoryEntry): boolean =>
  one.against === other.against &&
  one.computer.processor === other.computer.processor &&
  one.computer.cores === other.computer.cores;

/** All regressions, in the order of the runs. */
export const regressionsIn = (entries: readonly HistoryEntry[]): Regression[] => {
  const groups = entries.filter((one, at) => entries.findIndex((other) => areComparable(one, other)) === at);
  const found = groups.flatMap((first) => {
    const comparable = entries.filter((other) => areComparable(first, other));
    const names = new Set(comparable.flatMap(({ measures }) => Object.keys(measures)));
    return [...names].flatMap((name) => regressionsOf(name, comparable));
  });
  return found.sort((one, other) => entries.indexOf(one.to) - entries.indexOf(other.to));
};

/**
 * The regressions of one measure. A run is compared with the run before it, and with the last run at which the measure
 * became faster or slower: a slow growth in small steps is found too.
 */
function regressionsOf(name: string, entries: readonly HistoryEntry[]): Regression[] {
  const found: Regression[] = [];
  let previous: HistoryEntry | undefined;
  let turn: HistoryEntry | undefined;
  for (const entry of entries) {
    const now = entry.measures[name];
    if (now === undefined) continue;
    const recorded = (one: HistoryEntry) => one.measures[name] as Recorded;
    const from = [previous, turn].find((one) => one !== undefined && hasGrown(recorded(one), now));
    if (from !== undefined) found.push({ name, from, to: entry, before: recorded(from).ratio, after: now.ratio });
    if (from !== undefined || turn === undefined || hasGrown(now, recorded(turn))) turn = entry;
    previous = entry;
  }
  return found;
}

/** Whether the newest run of its kind has a regression. */
export const hasNewRegression = (entries: readonly HistoryEntry[]): boolean =>
  regressionsIn(entries).some(({ to }) => entries.findLast((one) => areComparable(one, to)) === to);

/** The programs that differ between two runs, such as "workerd 1.2 → 1.3". */
export const programsBetween = ({ computer: from }: HistoryEntry, { computer: to }: HistoryEntry): string[] =>
  (['node', 'workerd'] as const)
    .filter((name) => !isDeepStrictEqual(from[name], to[name]))
    .map((name) => `${name} ${from[name]} → ${to[name]}`);
