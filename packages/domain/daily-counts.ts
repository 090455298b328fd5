/**
 * Daily counts: the counts of one link on one UTC day, and sums of many days. The statistics object stores them for
 * more than a year. daily-counts.golden.json holds samples of their format.
 */

/** The dimensions that clicks are grouped by. Their names are those of `groupBy` (specification 10.3). */
export const DIMENSIONS = ['country', 'city', 'device', 'browser', 'os', 'referrer', 'language'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/**
 * Clicks by value. Visitors choose some of the values. It is a Map, because a value may be the name of a property that
 * every object has.
 */
export type ClicksByValue = Map<string, number>;

export type DailyCounts = {
  clicks: number;
  /** Clicks that came by a QR code. */
  scans: number;
  /** Requests of robots, which are no clicks. */
  robots: number;
  /** The time of the last click, epoch milliseconds; 0 before the first click. */
  lastAt: number;
  /** The distinct visitors whom the object counted on this day. */
  visitors: number;
  /** Clicks that a filter can neither count nor rule out (profiles.ts); 0 without a filter, and never stored. */
  missed: number;
  /**
   * Clicks by quarter of an hour of the day, 0 to 95. In every time zone a day begins at the start of such a quarter.
   */
  readonly quarters: Map<number, number>;
  readonly by: Record<Dimension, ClicksByValue>;
};

/** The value of a click in each dimension. */
export type Profile = Readonly<Record<Dimension, string>>;

const DAY_MS = 86_400_000;
export const QUARTER_MS = 900_000;

/** How many characters a value with a count of its own may have. */
export const MAX_VALUE_LENGTH = 64;
/** How many values of a dimension may have counts of their own. Visitors can make up any number of values. */
const MAX_VALUES = 1_000;
/** The value that stands for all values beyond MAX_VALUES, and for values that are too long. */
export const OTHER = 'Other';

/** The value under which a value is counted: itself, or OTHER where it is too long. */
export const toCountedValue = (value: string): string => (value.length <= MAX_VALUE_LENGTH ? value : OTHER);

/** The UTC day of a moment (epoch milliseconds), as days since 1970. */
export const utcDayAt = (at: number): number => Math.floor(at / DAY_MS);

/** The first millisecond of a day, epoch milliseconds. */
export const dayStartsAt = (day: number): number => day * DAY_MS;

export const makeCounts = (): DailyCounts => ({
  clicks: 0,
  scans: 0,
  robots: 0,
  lastAt: 0,
  visitors: 0,
  missed: 0,
  quarters: new Map(),
  by: byDimension(() => new Map()),
});

/** Makes the counts of each dimension. @param countsAt makes them by the dimension's place in DIMENSIONS */
function byDimension(countsAt: (place: number) => ClicksByValue): DailyCounts['by'] {
  const by: Partial<DailyCounts['by']> = {};
  for (const [place, name] of DIMENSIONS.entries()) by[name] = countsAt(place);
  return by as DailyCounts['by'];
}

/**
 * Counts one click. Every value has a count of its own: `addCounts` bounds their number.
 * @param at epoch milliseconds
 * @param profile null where the visitor asks not to be tracked (DNT, Sec-GPC)
 */
export function addClick(counts: DailyCounts, at: number, isScan: boolean, profile: Profile | null): void {
  counts.clicks += 1;
  if (isScan) counts.scans += 1;
  counts.lastAt = Math.max(counts.lastAt, at);
  add(counts.quarters, Math.floor((at % DAY_MS) / QUARTER_MS), 1);
  if (profile !== null) for (const name of DIMENSIONS) add(counts.by[name], toCountedValue(profile[name]), 1);
}

/**
 * Adds `other` to `counts`. The first `maxValues` values of a dimension have counts of their own, and all later ones
 * are counted as OTHER. So no value loses its count to a later one.
 */
export function addCounts(counts: DailyCounts, other: DailyCounts, maxValues = MAX_VALUES): void {
  counts.clicks += other.clicks;
  counts.scans += other.scans;
  counts.robots += other.robots;
  counts.lastAt = Math.max(counts.lastAt, other.lastAt);
  counts.visitors += other.visitors;
  counts.missed += other.missed;
  for (const [quarter, clicks] of other.quarters) add(counts.quarters, quarter, clicks);
  for (const name of DIMENSIONS) {
    for (const [value, clicks] of other.by[name]) addValue(counts.by[name], value, clicks, maxValues);
  }
}

function add<Key>(counts: Map<Key, number>, key: Key, clicks: number): void {
  counts.set(key, (counts.get(key) ?? 0) + clicks);
}

function addValue(counts: ClicksByValue, value: string, clicks: number, maxValues: number): void {
  const counted = toCountedValue(value);
  add(counts, counts.size < maxValues || counts.has(counted) ? counted : OTHER, clicks);
}

const FORMAT = 1;

/**
 * Format 1: the numbers, then lists `value, clicks, value, clicks, …`. The first list is of the quarters, the others
 * are of the dimensions, in the order of DIMENSIONS.
 */
export type EncodedCounts = readonly [
  format: number,
  clicks: number,
  scans: number,
  robots: number,
  visitors: number,
  lastAt: number,
  ...counts: (readonly (string | number)[])[],
];

export const encodeCounts = ({ clicks, scans, robots, visitors, lastAt, quarters, by }: DailyCounts): EncodedCounts => [
  FORMAT,
  clicks,
  scans,
  robots,
  visitors,
  lastAt,
  flatten(quarters),
  ...DIMENSIONS.map((name) => flatten(by[name])),
];

/**
 * Flattens counts. A roll-up does this eight times for each day of a link, and `[...counts].flat()` takes fifteen times
 * as long.
 */
function flatten<Key>(counts: ReadonlyMap<Key, number>): (Key | number)[] {
  const flat: (Key | number)[] = [];
  for (const [key, clicks] of counts) flat.push(key, clicks);
  return flat;
}

/** Decodes daily counts. @throws Error for a format that this version does not know */
export function decodeCounts([format, clicks, scans, robots, visitors, lastAt, ...lists]: EncodedCounts): DailyCounts {
  if (format !== FORMAT) throw new Error(`Daily counts of the unknown format ${format}`);
  const [quarters = [], ...values] = lists;
  const by = byDimension((index) => unflatten(values[index] ?? []));
  return { clicks, scans, robots, visitors, lastAt, missed: 0, quarters: unflatten(quarters), by };
}

function unflatten<Key>(flat: readonly unknown[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (let at = 0; at < flat.length; at += 2) counts.set(flat[at] as Key, flat[at + 1] as number);
  return counts;
}

/** The first and the last day of a range, both included. A day is a number of days since 1970. */
export type DayRange = { readonly start: number; readonly end: number };

/**
 * A range whose clicks are compared with those of earlier days. `since` is the first day whose clicks are counted by
 * quarters of an hour; without it `start` is. All other counts are those of the range.
 */
export type ComparedRange = DayRange & { readonly since?: number | undefined };

/** The counts of one UTC day. */
export type CountedDay = { readonly day: number; readonly counts: DailyCounts };

export type CountedDays = {
  /** The sum of all UTC days of the range. */
  readonly sum: DailyCounts;
  /**
   * The clicks by quarter of an hour, for each UTC day with clicks of the range and of the two days beside it. The
   * first and the last day of a time zone reach into those two.
   */
  readonly quarters: readonly { readonly day: number; readonly clicks: Map<number, number> }[];
  /** The first requested day that is stored and not yet deleted for its age. */
  readonly from: number;
};

/**
 * The largest number of values of a dimension in a sum. It makes the sum fit into the response to one call. Each day
 * has up to a thousand values.
 */
const MAX_VALUES_OF_SUM = 20_000;

/**
 * Sums up a range of days.
 * @param days the counts of the range, and of the days beside it; a day may come several times
 * @param from the first requested day that is stored
 */
export function sumDays(days: Iterable<CountedDay>, { start, end }: DayRange, from: number): CountedDays {
  const sum = makeCounts();
  const quarters = new Map<number, Map<number, number>>();
  for (const { day, counts } of days) {
    addQuarters(quarters, day, counts.quarters);
    if (day >= start && day <= end) addCounts(sum, counts, MAX_VALUES_OF_SUM);
  }
  return { sum, quarters: listQuarters(quarters), from };
}

/** Sums up the counts of one range that several calls returned. */
export function joinDays(parts: readonly CountedDays[]): CountedDays {
  const sum = makeCounts();
  const quarters = new Map<number, Map<number, number>>();
  for (const part of parts) {
    addCounts(sum, part.sum, MAX_VALUES_OF_SUM);
    for (const { day, clicks } of part.quarters) addQuarters(quarters, day, clicks);
  }
  return { sum, quarters: listQuarters(quarters), from: Math.min(...parts.map(({ from }) => from)) };
}

function addQuarters(sum: Map<number, Map<number, number>>, day: number, clicks: ReadonlyMap<number, number>): void {
  // A day may have visitors or robots only.
  if (clicks.size === 0) return;
  const known = sum.get(day) ?? new Map<number, number>();
  sum.set(day, known);
  for (const [quarter, count] of clicks) known.set(quarter, (known.get(quarter) ?? 0) + count);
}

const listQuarters = (quarters: ReadonlyMap<number, Map<number, number>>): CountedDays['quarters'] =>
  [...quarters].map(([day, clicks]) => ({ day, clicks }));
