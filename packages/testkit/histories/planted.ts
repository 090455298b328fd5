/** Plants deliberate mistakes, which the histories must find. The files on disk do not change. */
import type { Plugin } from 'vite';

/** A plausible mistake: `find` occurs exactly once in the file, and `put` replaces it. */
export type Mistake = {
  readonly name: string;
  /** The path of the file from the root. */
  readonly file: string;
  readonly find: string;
  readonly put: string;
};

/**
 * A Vite plugin that plants a mistake while its file is loaded.
 * @throws Error if `find` does not occur exactly once in the file
 */
export const planted = (mistake: Mistake): Plugin => ({
  name: 'planted mistake',
  enforce: 'pre',
  transform(code, id) {
    if (!id.split('?')[0]?.endsWith(`/${mistake.file}`)) return null;
    if (code.split(mistake.find).length !== 2)
      throw new Error(`"${mistake.find}" does not occur exactly once in ${mistake.file}`);
    return { code: code.replace(mistake.find, () => mistake.put), map: null };
  },
});
