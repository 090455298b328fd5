/**
 * Daily counts: what was counted of one link on one UTC day. The statistics object keeps them for more than a year, so a format
 * once written stays readable (daily-counts.golden.json only grows).
 */

/** What a visitor's click is told apart by. The names are those of `groupBy` (specification 10.3). */
export const DIMENSIONS = ['country', 'city', 'device', 'browser', 'os', 'referrer', 'language'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Clicks by value. Maps, because a visitor chooses some of the names and must not meet a prototype's. */
export type ClicksByValue = Map<string, number>;

export type DailyCounts = {
  clicks: number;
  /** Clicks that came by a QR code. */
  scans: number;
  /** Requests of robots, which are no clicks. */
  robots: number;
  /** The last click, epoch milliseconds; 0 where only robots came. */
  lastAt: number;
  /** Clicks by quarter of an hour of the day, 0 to 95: every zone of the world begins its days on one. */
  readonly quarters: Map<number, number>;
  readonly by: Record<Dimension, ClicksByValue>;
};

/** What a click says of its visitor. */
export type Profile = Readonly<Record<Dimension, string>>;

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;

/** A value longer than this is nobody's browser, host or city. */
const MAX_VALUE_LENGTH = 64;
/** Values that daily counts tell apart in one dimension: what visitors make up must not grow without end. */
const MAX_VALUES = 1_000;
/** Stands for every value beyond those. */
export const OTHER = 'Other';

/** A value as it is counted. */
export const countable = (value: string): string => (value.length <= MAX_VALUE_LENGTH ? value : OTHER);

/** A UTC day as one number: days since 1970. */
export const dayOf = (at: number): number => Math.floor(at / DAY_MS);

/** The first millisecond of a day. */
export const dayStartsAt = (day: number): number => day * DAY_MS;

export const emptyCounts = (): DailyCounts => ({
  clicks: 0,
  scans: 0,
  robots: 0,
  lastAt: 0,
  quarters: new Map(),
  by: Object.fromEntries(DIMENSIONS.map((name) => [name, new Map()])) as Record<Dimension, ClicksByValue>,
});

/** Counts one click at `at`. @param profile null where the visitor asked not to be looked at (DNT, Sec-GPC) */
export function addClick(counts: DailyCounts, at: number, isScan: boolean, profile: Profile | null): void {
  counts.clicks += 1;
  if (isScan) counts.scans += 1;
  counts.lastAt = Math.max(counts.lastAt, at);
  add(counts.quarters, Math.floor((at % DAY_MS) / QUARTER_MS), 1);
  if (profile !== null) for (const name of DIMENSIONS) addValue(counts.by[name], profile[name], 1, MAX_VALUES);
}

/**
 * Adds other counts to the first. Values beyond `maxValues` of a dimension are counted as one: the first that came stand
 * for themselves, so that none that was once told apart is lost among others later.
 */
export function addCounts(counts: DailyCounts, other: DailyCounts, maxValues = MAX_VALUES): void {
  counts.clicks += other.clicks;
  counts.scans += other.scans;
  counts.robots += other.robots;
  counts.lastAt = Math.max(counts.lastAt, other.lastAt);
  for (const [quarter, clicks] of other.quarters) add(counts.quarters, quarter, clicks);
  for (const name of DIMENSIONS) {
    for (const [value, clicks] of other.by[name]) addValue(counts.by[name], value, clicks, maxValues);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, clicks: number): void {
  counts.set(key, (counts.get(key) ?? 0) + clicks);
}

function addValue(counts: ClicksByValue, value: string, clicks: number, maxValues: number): void {
  const known = countable(value);
  add(counts, counts.size < maxValues || counts.has(known) ? known : OTHER, clicks);
}

const FORMAT = 1;

/** Format 1: the numbers, then `value, clicks, value, clicks, …` of the quarters and of each dimension in its order. */
export type EncodedCounts = readonly [
  format: number,
  clicks: number,
  scans: number,
  robots: number,
  lastAt: number,
  ...counts: (readonly (string | number)[])[],
];

export const encodeCounts = ({ clicks, scans, robots, lastAt, quarters, by }: DailyCounts): EncodedCounts => [
  FORMAT,
  clicks,
  scans,
  robots,
  lastAt,
  [...quarters].flat(),
  ...DIMENSIONS.map((name) => [...by[name]].flat()),
];

/** @throws Error for a format that this version does not know */
export function decodeCounts([
  format,
  clicks,
  scans,
  robots,
  lastAt,
  quarters = [],
  ...rest
]: EncodedCounts): DailyCounts {
  if (format !== FORMAT) throw new Error(`Daily counts of the unknown format ${format}`);
  const by = Object.fromEntries(DIMENSIONS.map((name, index) => [name, mapOf<string>(rest[index] ?? [])]));
  return { clicks, scans, robots, lastAt, quarters: mapOf(quarters), by: by as Record<Dimension, ClicksByValue> };
}

function mapOf<Key>(flat: readonly unknown[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (let at = 0; at < flat.length; at += 2) counts.set(flat[at] as Key, flat[at + 1] as number);
  return counts;
}
