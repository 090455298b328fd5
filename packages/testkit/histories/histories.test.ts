/**
 * Plays random histories: visitors, developers and operators act while bindings fail. No promise may be broken.
 * fast-check shrinks and prints a failing history. `HISTORIES=20 HISTORY_SEED=… npx vitest run histories` repeats a
 * run.
 */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeClock } from '../clock';
import { quickPasswords } from '../quick-passwords';
import { detailHistory, history } from './action';
import { play } from './history';
import { shortenTimeLimits } from './time-limits';

const SEED = Number(env.HISTORY_SEED);
const HISTORIES = Number(env.HISTORIES);

const turnTo = fakeClock();
quickPasswords();
afterEach(() => {
  vi.restoreAllMocks();
});

/** A history takes about two seconds, and longer on a busy computer. */
const LONGEST_HISTORY_MS = 10_000;

/** One history of five is about details. */
const OF_DETAILS = Math.ceil(HISTORIES / 5);

it.each([
  ['', HISTORIES - OF_DETAILS, history],
  [' of details', OF_DETAILS, detailHistory],
] as const)('random histories%s break no promise', { timeout: 3_600_000 }, async (kind, numRuns, arbitrary) => {
  turnTo(Date.UTC(2031, 5, 15, 12));
  shortenTimeLimits();
  const faultCounts: Record<string, number> = {};
  await fc.assert(
    fc.asyncProperty(arbitrary, async (one) => {
      const outcome = await play(one);
      for (const [name, count] of Object.entries(outcome.faultCounts))
        faultCounts[name] = (faultCounts[name] ?? 0) + count;
      expect(outcome.broken).toEqual([]);
    }),
    // A failing history is shrunk for as long as the time lasts.
    {
      seed: SEED,
      numRuns,
      endOnFailure: env.DEFECT !== '',
      interruptAfterTimeLimit: numRuns * LONGEST_HISTORY_MS,
      markInterruptAsFailure: true,
    },
  );
  console.log(`histories${kind}: seed ${SEED}, ${numRuns} histories, faults ${JSON.stringify(faultCounts)}`);
});
