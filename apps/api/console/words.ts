/** The names of plans, as pages show them. The API has them in capitals. */

/** Returns a name like `Hobby`. @param plan as the API names it */
export const namePlan = (plan: string): string => `${plan.charAt(0)}${plan.slice(1).toLowerCase()}`;

/** The age of a link in words. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The units from the largest to the smallest, each with its milliseconds. */
const UNITS = [
  ['year', 365 * DAY],
  ['month', 30 * DAY],
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
] as const;

const WORDS = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/** Says how far off a moment is, in its largest unit, rounded up: `in 3 days`. @param at epoch milliseconds */
export function formatUntil(at: number, now: number): string {
  const found = UNITS.find(([, length]) => at - now > length) ?? (['minute', MINUTE] as const);
  return WORDS.format(Math.ceil((at - now) / found[1]), found[0]);
}

/** Says how long ago a moment was, in its largest whole unit: `3 days ago`. @param at epoch milliseconds */
export function formatAge(at: number, now: number): string {
  const found = UNITS.find(([, length]) => now - at >= length);
  return found === undefined ? 'just now' : WORDS.format(-Math.floor((now - at) / found[1]), found[0]);
}
