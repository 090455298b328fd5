/**
 * The histories find every planted defect. One worker has all defects, and each test activates one. Without it the same
 * history breaks nothing.
 */
import { afterEach, describe, expect, it } from 'vitest';
import { DEFECTS, DETAIL_DEFECTS } from './defects';
import { type Kind, makeHistoryPlayer, TIMES_ALONE } from './random-histories';

declare global {
  var plantedDefect: string | undefined;
}

const playHistories = makeHistoryPlayer();
afterEach(() => {
  globalThis.plantedDefect = undefined;
});

/** A change of the histories changes what each of them does. As many as before then find the defect. */
const SEVERAL: Record<Kind, number> = { '': 100, ' of details': 40 };

describe.each([
  ['', DEFECTS],
  [' of details', DETAIL_DEFECTS],
] as const)('histories%s', (kind, defects) => {
  it.each(defects.map((one) => [one.name, one.foundBy] as const))(
    'find %s',
    { timeout: 900_000 },
    async (name, place) => {
      expect((await playHistories(kind, { place })).found).toBeNull();
      globalThis.plantedDefect = name;
      const known = await playHistories(kind, { place, times: TIMES_ALONE });
      if (known.found !== null) return;
      const { found } = await playHistories(kind, { number: SEVERAL[kind] });
      expect(found, 'no history finds the defect').not.toBeNull();
      console.log(`${name}: no longer by history ${place}, but: ${found?.split('\n')[0]}`);
    },
  );
});
