/** The last three versions before the present one, by their commits, and what does not hold beside them. */

/** Known exceptions, and why each is none to mend: what they say is said to operators too. */
export type Exception =
  /** A visitor of the day of a change counts again: the secret of a day's visitors was bytes, and became text (CHANGELOG.md, 0.10.0). */
  | 'visitors count again'
  /** The object counts password attempts in a table that later versions take over once, and does not know theirs (docs/adr/0025). */
  | 'attempts of later versions are unknown'
  /** The object cannot say what it keeps of single links: a later API worker's export breaks off. Hence the order of deployment. */
  | 'no export of links'
  /** A second rotation ends the older text at once, instead of being refused (docs/promises.md). */
  | 'rotations end older texts';

export type Version = {
  readonly version: string;
  readonly commit: string;
  readonly exceptions: readonly Exception[];
};

const UP_TO_10: readonly Exception[] = [
  'attempts of later versions are unknown',
  'no export of links',
  'rotations end older texts',
];

export const VERSIONS: readonly Version[] = [
  { version: '0.10.0', commit: '6bde6fed4f780b29f9b17ac94261c76740785a50', exceptions: UP_TO_10 },
  {
    version: '0.9.0',
    commit: 'b59083f3aa6468dcab42429ba37f2058f01de763',
    exceptions: [...UP_TO_10, 'visitors count again'],
  },
  // 0.7 to 0.9 were named by one commit: this is the last one of what CHANGELOG.md tells of 0.8.
  {
    version: '0.8.0',
    commit: '3b6457c062d27910670725790d7c19b34b8953ea',
    exceptions: [...UP_TO_10, 'visitors count again'],
  },
];
