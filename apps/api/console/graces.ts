/** The grace periods that the form of a rotation offers: seconds, and a label. */
export const GRACES = [
  ['86400', 'For a day'],
  ['3600', 'For an hour'],
  ['604800', 'For a week'],
  ['0', 'Not at all: end it now'],
] as const;
/** The values that the form may send, in seconds. */
export const GRACE_CHOICES: readonly string[] = GRACES.map(([seconds]) => seconds);
