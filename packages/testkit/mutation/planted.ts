/** Plants deliberate mistakes, which the tests must find. The files on disk do not change. */
import type { Plugin } from 'vite';

/** A plausible mistake: `find` occurs once in the file, and `put` replaces it. */
export type Mistake = {
  readonly name: string;
  /** The path of the file from the root. */
  readonly file: string;
  readonly find: string;
  readonly put: string;
};

/**
 * A Vite plugin that plants a mistake while its file is loaded.
 * @param current returns the mistake; called for every file, because it may change between two runs
 * @throws Error if `find` does not occur once in the file
 */
export const planted = (current: () => Mistake | undefined): Plugin => ({
  name: 'planted mistake',
  enforce: 'pre',
  transform(code, id) {
    const mistake = current();
    if (mistake === undefined || !id.split('?')[0]?.endsWith(`/${mistake.file}`)) return null;
    if (code.split(mistake.find).length !== 2)
      throw new Error(`"${mistake.find}" does not stand once in ${mistake.file}`);
    return { code: code.replace(mistake.find, () => mistake.put), map: null };
  },
});

/** A Vite plugin that plants the mistake that the variable MUTANT has as JSON. While it is empty it plants none. */
export const plantedMutant = (): Plugin =>
  planted(() => (process.env.MUTANT ? (JSON.parse(process.env.MUTANT) as Mistake) : undefined));
