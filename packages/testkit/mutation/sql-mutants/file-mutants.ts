/** A mutant: the mistake in words, the text that stands once in the file, and what stands there instead. */
export type Row = readonly [name: string, find: string, put: string];

/** The mutants of one file's statements. Files move: they are looked for by their name. */
export type FileMutants = {
  readonly file: string;
  /** Tests that must see the mistake, `keys` for every keys.test.ts: they move, too. */
  readonly tests: readonly string[];
  readonly mutants: readonly Row[];
};
