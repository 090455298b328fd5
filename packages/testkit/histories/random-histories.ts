/**
 * Plays random histories: visitors, developers and operators act while bindings fail. No promise may be broken.
 * fast-check prints a failing history. `HISTORIES=20 TEST_SEED=… HISTORY_SHRINKS=1 npx vitest run histories` repeats a
 * run, and shrinks the failing history. Shrinking takes longer than the run, so only a run by hand does it. HISTORY=17
 * plays the 17th history alone.
 */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import { fakeClock } from '../clock';
import { quickPasswords } from '../quick-passwords';
import { SEED } from '../seed';
import { detailHistory, history } from './action';
import { play } from './history';
import { shortenTimeLimits } from './time-limits';

/** How often a history that is played alone is played: the order of concurrent calls differs each time. */
const TIMES_ALONE = 8;

/** A history takes about two seconds. This limit only ends a run that hangs. */
const LONGEST_HISTORY_MS = 60_000;

/**
 * Declares the tests of a number of histories, which the variable HISTORIES overrides. One history of five is about
 * details.
 */
export function testHistories(number: number): void {
  const all = Number(env.HISTORIES || number);
  const ofDetails = Math.ceil(all / 5);
  const turnTo = fakeClock();
  quickPasswords();
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it.each([
    ['', all - ofDetails, history],
    [' of details', ofDetails, detailHistory],
  ] as const)('random histories%s break no promise', { timeout: 24 * 3_600_000 }, async (kind, numRuns, arbitrary) => {
    turnTo(Date.UTC(2031, 5, 15, 12));
    shortenTimeLimits();
    const faultCounts: Record<string, number> = {};
    let broken: readonly string[] = [];
    const keepsPromises = fc.asyncProperty(arbitrary, async (one) => {
      for (let times = env.HISTORY === '' ? 1 : TIMES_ALONE; times > 0 && broken.length === 0; times--) {
        const outcome = await play(one);
        for (const [name, count] of Object.entries(outcome.faultCounts))
          faultCounts[name] = (faultCounts[name] ?? 0) + count;
        broken = outcome.broken;
      }
      return broken.length === 0;
    });
    const run = await fc.check(keepsPromises, {
      seed: SEED,
      numRuns: env.HISTORY === '' ? numRuns : 1,
      // The place of the first history.
      path: String(Math.max(0, Number(env.HISTORY) - 1)),
      endOnFailure: env.HISTORY_SHRINKS === '',
      interruptAfterTimeLimit: numRuns * LONGEST_HISTORY_MS,
      markInterruptAsFailure: true,
    });
    const report = await fc.asyncDefaultReportMessage(run);
    if (run.failed)
      expect.fail(`history ${env.HISTORY || run.numRuns} of seed ${SEED} breaks: ${broken.join('; ')}\n${report}`);
    console.log(`histories${kind}: seed ${SEED}, ${numRuns} histories, faults ${JSON.stringify(faultCounts)}`);
  });
}
