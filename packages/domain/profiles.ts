/**
 * Profiles: the clicks of one link on one UTC day by the values of all dimensions together, which daily counts do not
 * cross. A filter sums those that have its values. profiles.golden.json holds samples of their format.
 */
import {
  type DailyCounts,
  DIMENSIONS,
  type Dimension,
  makeCounts,
  OTHER,
  type Profile,
  QUARTER_MS,
} from './daily-counts';

/** The value of each dimension that clicks must have. */
export type Filters = { readonly [name in Dimension]?: string | undefined };

/**
 * Which values a profile leaves out, step by step, and how many profiles a link and day has up to each step. Visitors
 * can make up any number of them, and cities alone make nearly every visitor's unique.
 */
const STEPS: readonly (readonly Dimension[])[] = [[], ['city'], ['city', 'referrer', 'language'], DIMENSIONS];
const PROFILES_PER_STEP = 500;

const FORMAT = 1;
/** The index of a value that was left out. */
const LEFT_OUT = -1;
/** The numbers of a row before its quarters: an index for each dimension, scans, visitors, and the number of quarters. */
const HEAD = DIMENSIONS.length + 3;
const QUARTERS = 96;

/**
 * Format 1: the values of each dimension, then rows of numbers. A row has the index of its value in each dimension, or
 * -1, its scans, its visitors, the number of its quarters, and its packed quarters.
 */
type Encoded = readonly [format: number, values: readonly string[][], rows: readonly number[]];

/** A profile of a link and day: its values in the order of DIMENSIONS, null where they were left out, and its counts. */
type CountedProfile = {
  readonly values: readonly (string | null)[];
  scans: number;
  visitors: number;
  /** Clicks by quarter of an hour, packed: a quarter plus 96 times its clicks after the first. */
  readonly quarters: number[];
};

const quarterOf = (packed: number): number => packed % QUARTERS;
const clicksOf = (packed: number): number => Math.floor(packed / QUARTERS) + 1;

/** The profiles of a link and day, or of what is added to them. */
export class Profiles {
  readonly #byValues = new Map<string, CountedProfile>();
  /** The same by the object that a batch decodes for all clicks that share a profile. */
  readonly #byObject = new Map<Profile, CountedProfile>();

  countClick(profile: Profile, at: number, isScan: boolean): void {
    const counted = this.#find(profile);
    addQuarter(counted.quarters, Math.floor(at / QUARTER_MS) % QUARTERS, 1);
    if (isScan) counted.scans += 1;
  }

  /** Counts visitors for the profile of their first click of the day. */
  countVisitors(profile: Profile, count: number): void {
    this.#find(profile).visitors += count;
  }

  add(other: Profiles): void {
    for (const { values, scans, visitors, quarters } of other.#byValues.values()) {
      const counted = this.#findValues(values);
      counted.scans += scans;
      counted.visitors += visitors;
      for (const packed of quarters) addQuarter(counted.quarters, quarterOf(packed), clicksOf(packed));
    }
  }

  /** @returns null without a profile */
  encode(): string | null {
    if (this.#byValues.size === 0) return null;
    const indexes = DIMENSIONS.map(() => new Map<string, number>());
    const rows: number[] = [];
    for (const { values, scans, visitors: ofProfile, quarters } of this.#byValues.values()) {
      for (let place = 0; place < values.length; place++)
        rows.push(indexOf(indexes[place] as Map<string, number>, values[place] as string | null));
      rows.push(scans, ofProfile, quarters.length, ...quarters);
    }
    return JSON.stringify([FORMAT, indexes.map((map) => [...map.keys()]), rows] satisfies Encoded);
  }

  /** @param text null for no profiles @throws Error for a format that this version does not know */
  static decode(text: string | null): Profiles {
    const profiles = new Profiles();
    if (text === null) return profiles;
    const [, values, rows] = parse(text);
    for (let at = 0; at < rows.length; at = rowEnd(rows, at)) {
      const own = values.map((list, place) => list[rows[at + place] as number] ?? null);
      const [scans = 0, visitors = 0] = rows.slice(at + DIMENSIONS.length, at + HEAD);
      const quarters = rows.slice(at + HEAD, rowEnd(rows, at));
      profiles.#byValues.set(own.join('\n'), { values: own, scans, visitors, quarters });
    }
    return profiles;
  }

  /** Lists the profiles as an export has them. */
  list() {
    return Array.from(this.#byValues.values(), ({ values, scans, visitors, quarters }) => ({
      values: Object.fromEntries(DIMENSIONS.map((name, place) => [name, values[place] ?? null])),
      clicks: quarters.reduce((sum, packed) => sum + clicksOf(packed), 0),
      scans,
      visitors,
      quarters: new Map(quarters.map((packed) => [quarterOf(packed), clicksOf(packed)])),
    }));
  }

  #find(profile: Profile): CountedProfile {
    const known = this.#byObject.get(profile) ?? this.#findValues(DIMENSIONS.map((name) => profile[name]));
    this.#byObject.set(profile, known);
    return known;
  }

  /** Returns the profile of the first step that has these values, or has room for them. */
  #findValues(values: CountedProfile['values']): CountedProfile {
    for (const [step, leftOut] of STEPS.entries()) {
      const kept = step === 0 ? values : values.map((value, place) => (leftOut.includes(nameAt(place)) ? null : value));
      const key = kept.join('\n');
      const known = this.#byValues.get(key);
      if (known !== undefined) return known;
      if (this.#byValues.size >= PROFILES_PER_STEP * (step + 1) && step < STEPS.length - 1) continue;
      const made = { values: kept, scans: 0, visitors: 0, quarters: [] };
      this.#byValues.set(key, made);
      return made;
    }
    throw new Error('The last step takes every profile');
  }
}

const nameAt = (place: number): Dimension => DIMENSIONS[place] as Dimension;

function addQuarter(quarters: number[], quarter: number, clicks: number): void {
  for (let n = 0; n < quarters.length; n++)
    if (quarterOf(quarters[n] as number) === quarter) {
      quarters[n] = (quarters[n] as number) + QUARTERS * clicks;
      return;
    }
  quarters.push(quarter + QUARTERS * (clicks - 1));
}

function indexOf(indexes: Map<string, number>, value: string | null): number {
  if (value === null) return LEFT_OUT;
  const known = indexes.get(value);
  if (known !== undefined) return known;
  indexes.set(value, indexes.size);
  return indexes.size - 1;
}

const rowEnd = (rows: readonly number[], at: number): number => at + HEAD + (rows[at + HEAD - 1] as number);

/** @throws Error for a format that this version does not know */
function parse(text: string): Encoded {
  const encoded = JSON.parse(text) as Encoded;
  if (encoded[0] !== FORMAT) throw new Error(`Profiles of the unknown format ${encoded[0]}`);
  return encoded;
}

/** The host of a referrer without `www.`, which people take for the same. */
export const plainHost = (host: string): string => host.replace(/^www\.(?=.*\.)/, '');

const toCompared = (name: Dimension, value: string): string =>
  name === 'referrer' ? plainHost(value.toLowerCase()) : value.toLowerCase();

/** Whether clicks have the values of filters: all of them, or perhaps, where a value was left out. */
type Match = 'yes' | 'perhaps' | 'no';

/** Makes the comparison of a row with the filters. @param values those of the day, by dimension */
function makeMatch(values: Encoded[1], filters: Filters): (rows: Encoded[2], at: number) => Match {
  const asked = DIMENSIONS.flatMap((name, place) => {
    const value = filters[name];
    if (value === undefined) return [];
    const wanted = toCompared(name, value);
    return [{ place, matches: (values[place] ?? []).map((one) => toCompared(name, one) === wanted) }];
  });
  return (rows, at) => {
    let match: Match = 'yes';
    for (const { place, matches } of asked) {
      const index = rows[at + place] as number;
      if (index === LEFT_OUT) match = 'perhaps';
      else if (!matches[index]) return 'no';
    }
    return match;
  };
}

function clicksAt(rows: Encoded[2], at: number): number {
  let clicks = 0;
  for (let n = at + HEAD; n < rowEnd(rows, at); n++) clicks += clicksOf(rows[n] as number);
  return clicks;
}

/**
 * Counts the clicks of a link and day that have the values of the filters. `missed` counts those of which a filtered
 * value was left out. Robots have no profile. @throws Error for a format that this version does not know
 */
export function countMatching(text: string, filters: Filters): DailyCounts {
  const [, values, rows] = parse(text);
  const matchAt = makeMatch(values, filters);
  const counts = makeCounts();
  // A number for each value, and the last one for those that were left out.
  const clicksBy = values.map((list) => new Uint32Array(list.length + 1));
  for (let at = 0; at < rows.length; at = rowEnd(rows, at)) {
    const match = matchAt(rows, at);
    if (match === 'no') continue;
    const clicks = clicksAt(rows, at);
    if (match === 'perhaps') {
      counts.missed += clicks;
      continue;
    }
    counts.clicks += clicks;
    counts.scans += rows[at + HEAD - 3] as number;
    counts.visitors += rows[at + HEAD - 2] as number;
    for (let n = at + HEAD; n < rowEnd(rows, at); n++) {
      const quarter = quarterOf(rows[n] as number);
      counts.quarters.set(quarter, (counts.quarters.get(quarter) ?? 0) + clicksOf(rows[n] as number));
    }
    for (const [place, by] of clicksBy.entries()) {
      const index = rows[at + place] as number;
      const into = index === LEFT_OUT ? by.length - 1 : index;
      by[into] = (by[into] as number) + clicks;
    }
  }
  for (const [place, by] of clicksBy.entries()) {
    const into = counts.by[nameAt(place)];
    for (const [index, clicks] of by.entries()) {
      const value = values[place]?.[index] ?? OTHER;
      if (clicks > 0) into.set(value, (into.get(value) ?? 0) + clicks);
    }
  }
  return counts;
}

/** Like countMatching, but only the number of clicks. */
export function countMatchingClicks(text: string, filters: Filters): number {
  const [, values, rows] = parse(text);
  const matchAt = makeMatch(values, filters);
  let clicks = 0;
  for (let at = 0; at < rows.length; at = rowEnd(rows, at))
    if (matchAt(rows, at) === 'yes') clicks += clicksAt(rows, at);
  return clicks;
}
