/** The units of a duration in the forms of links: the seconds of one, as a text, and its name. */
export const UNITS = [
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;
export const DEFAULT_UNIT = '86400';
