/** Mistakes on purpose: the tests must see them. The files themselves stay as they are. */
import type { Plugin } from 'vite';

/** A mistake that somebody might make: `find` stands once in the file, and becomes `put`. */
export type Mistake = {
  readonly name: string;
  /** Its path from the root. */
  readonly file: string;
  readonly find: string;
  readonly put: string;
};

/**
 * Plants a mistake while its file is loaded. @param current asked for each file, for it may change between two runs
 * @throws Error where its text does not stand there once
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

/** Plants what the variable MUTANT holds as JSON, which a run of mutants changes; nothing while it is empty. */
export const plantedMutant = (): Plugin =>
  planted(() => (process.env.MUTANT ? (JSON.parse(process.env.MUTANT) as Mistake) : undefined));
