/** The units of a duration in the forms of links: the seconds of one, as a text, and its name. */
export const UNITS = [
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;
export const DEFAULT_UNIT = '86400';

/** The choices of an expiry: never, after some seconds, or after an amount that is typed. */
export const NEVER = 'never';
export const OTHER = 'other';
export const LIFETIMES = [
  ['86400', '1 day'],
  ['604800', '7 days'],
  ['2592000', '30 days'],
] as const;
