/** The last three versions before the present one, by their commits. */
export type Version = {
  readonly version: string;
  readonly commit: string;
  /** A visitor of the day of a change counts again after it: the secret of a day's visitors was bytes, and became text. */
  readonly countsVisitorsAgain: boolean;
};

export const VERSIONS: readonly Version[] = [
  { version: '0.10.0', commit: '6bde6fed4f780b29f9b17ac94261c76740785a50', countsVisitorsAgain: false },
  { version: '0.9.0', commit: 'b59083f3aa6468dcab42429ba37f2058f01de763', countsVisitorsAgain: true },
  // 0.7 to 0.9 were named by one commit: this is the last one of what CHANGELOG.md tells of 0.8.
  { version: '0.8.0', commit: '3b6457c062d27910670725790d7c19b34b8953ea', countsVisitorsAgain: true },
];
