/** How long an old text of a key still works, as its owner may choose. */
export const GRACES = [
  ['86400', 'For a day'],
  ['3600', 'For an hour'],
  ['604800', 'For a week'],
  ['0', 'Not at all: end it now'],
] as const;
/** The same as they are sent, in seconds. */
export const GRACE_CHOICES: readonly string[] = GRACES.map(([seconds]) => seconds);
