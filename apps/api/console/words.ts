/**
 * The names of plans, how long ago or how far off a moment is, in words, and the durations that the console counts in.
 */

/** Returns a name like `Hobby`. @param plan as the API names it, in capitals */
export const namePlan = (plan: string): string => `${plan.charAt(0)}${plan.slice(1).toLowerCase()}`;

/** A text that goes on in a sentence. */
export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;
export const YEAR_SECONDS = (365 * DAY_MS) / 1_000;

/** The units from the largest to the smallest, each with its milliseconds. */
const UNITS = [
  ['year', 365 * DAY_MS],
  ['month', 30 * DAY_MS],
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', MINUTE_MS],
] as const;

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Says how far off a moment is, in its largest unit, rounded up: `in 3 days`. @param at epoch milliseconds */
export function formatUntil(at: number, now: number): string {
  const found = UNITS.find(([, length]) => at - now > length) ?? (['minute', MINUTE_MS] as const);
  return WORDS.format(Math.ceil((at - now) / found[1]), found[0]);
}

/** Says how long ago a moment was, in its largest whole unit: `3 days ago`. @param at epoch milliseconds */
export function formatAge(at: number, now: number): string {
  const found = UNITS.find(([, length]) => now - at >= length);
  return found === undefined ? 'just now' : WORDS.format(-Math.floor((now - at) / found[1]), found[0]);
}
