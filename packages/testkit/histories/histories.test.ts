/**
 * Plays random histories: visitors, developers and operators act while bindings fail. No promise may be broken.
 * fast-check prints a failing history. `HISTORIES=20 TEST_SEED=… HISTORY_SHRINKS=1 npx vitest run histories` repeats a
 * run, and shrinks the failing history. Shrinking takes longer than the run, so only a run by hand does it.
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
  let broken: readonly string[] = [];
  const keepsPromises = fc.asyncProperty(arbitrary, async (one) => {
    const outcome = await play(one);
    for (const [name, count] of Object.entries(outcome.faultCounts))
      faultCounts[name] = (faultCounts[name] ?? 0) + count;
    if (outcome.broken.length > 0) broken = outcome.broken;
    return outcome.broken.length === 0;
  });
  const run = await fc.check(keepsPromises, {
    seed: SEED,
    numRuns,
    endOnFailure: env.HISTORY_SHRINKS === '',
    interruptAfterTimeLimit: numRuns * LONGEST_HISTORY_MS,
    markInterruptAsFailure: true,
  });
  const report = await fc.asyncDefaultReportMessage(run);
  if (run.failed) expect.fail(`history ${run.numRuns} of seed ${SEED} breaks: ${broken.join('; ')}\n${report}`);
  console.log(`histories${kind}: seed ${SEED}, ${numRuns} histories, faults ${JSON.stringify(faultCounts)}`);
});
