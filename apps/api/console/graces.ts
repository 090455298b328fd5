/** The grace periods that the form of a rotation offers: seconds, and a label. */
export const GRACES = [
  ['0', 'Right away'],
  ['3600', 'In an hour'],
  ['86400', 'In a day'],
  ['604800', 'In a week'],
] as const;
/** The values that the form may send, in seconds. */
export const GRACE_CHOICES: readonly string[] = GRACES.map(([seconds]) => seconds);
