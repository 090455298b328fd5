/** A mutant: a sentence that is true with the mistake, the text that occurs once in the file, and its replacement. */
type Row = readonly [name: string, find: string, put: string];

/** The mutants of the statements in one file. The name alone identifies the file, because files move. */
export type FileMutants = {
  readonly file: string;
  /**
   * The names of the tests that run: `keys` means every keys.test.ts, because tests move too. One of them must fail.
   */
  readonly tests: readonly string[];
  readonly mutants: readonly Row[];
};
