/**
 * Plays random histories: visitors, developers and operators act while bindings fail. No promise may be broken.
 * fast-check prints a failing history. `HISTORIES=20 TEST_SEED=… HISTORY_SHRINKS=1 npx vitest run histories` repeats a
 * run, and shrinks the failing history. Shrinking takes longer than the run, so only a run by hand does it. HISTORY=17
 * plays the 17th history alone.
 */
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import { fakeClock } from '../clock';
import { quickPasswords } from '../quick-passwords';
import { SEED } from '../seed';
import { detailHistory, history } from './action';
import { play } from './history';
import { shortenTimeLimits } from './time-limits';

/** How often HISTORY plays its history: the order of concurrent calls differs each time. */
export const TIMES_ALONE = 8;

/** Histories that are played one after another never go back in time. One run of them takes a few days. */
const APART_MS = 60 * 86_400_000;

/** A history takes about two seconds. This limit only ends a run that hangs. */
const LONGEST_HISTORY_MS = 60_000;

const KINDS = { '': history, ' of details': detailHistory } as const;
export type Kind = keyof typeof KINDS;
type Wanted = { readonly number?: number; readonly place?: number; readonly times?: number };

/**
 * Declares what the histories of a test file need: their clock, quick passwords, and short time limits.
 * @returns plays histories of a kind: the first `number`, or `times` the one at a place, which counts from 1
 */
export function makeHistoryPlayer() {
  let start = Date.UTC(2031, 5, 15, 12);
  const turnTo = fakeClock();
  quickPasswords();

  return async (kind: Kind, { number = 1, place = 1, times = 1 }: Wanted) => {
    turnTo(start);
    start += APART_MS;
    shortenTimeLimits();
    const faultCounts: Record<string, number> = {};
    let broken: readonly string[] = [];
    const keepsPromises = fc.asyncProperty(KINDS[kind], async (one) => {
      for (let left = times; left > 0 && broken.length === 0; left--) {
        const outcome = await play(one);
        for (const [name, count] of Object.entries(outcome.faultCounts))
          faultCounts[name] = (faultCounts[name] ?? 0) + count;
        broken = outcome.broken;
      }
      return broken.length === 0;
    });
    const run = await fc.check(keepsPromises, {
      seed: SEED,
      numRuns: number,
      // The place of the first history, from 0.
      path: String(place - 1),
      endOnFailure: env.HISTORY_SHRINKS === '',
      interruptAfterTimeLimit: number * times * LONGEST_HISTORY_MS,
      markInterruptAsFailure: true,
    });
    vi.restoreAllMocks();
    const found = run.failed
      ? `history ${place + run.numRuns - 1} of seed ${SEED} breaks: ${broken.join('; ')}\n${await fc.asyncDefaultReportMessage(run)}`
      : null;
    return { found, faultCounts };
  };
}

/**
 * Declares the tests of a number of histories, which the variable HISTORIES overrides. One history of five is about
 * details.
 */
export function testHistories(number: number): void {
  const all = Number(env.HISTORIES || number);
  const ofDetails = Math.ceil(all / 5);
  const playHistories = makeHistoryPlayer();

  it.each([
    ['', all - ofDetails],
    [' of details', ofDetails],
  ] as const)('random histories%s break no promise', { timeout: 24 * 3_600_000 }, async (kind, first) => {
    const wanted = env.HISTORY === '' ? { number: first } : { place: Number(env.HISTORY), times: TIMES_ALONE };
    const { found, faultCounts } = await playHistories(kind, wanted);
    if (found !== null) expect.fail(found);
    console.log(`histories${kind}: seed ${SEED}, ${first} histories, faults ${JSON.stringify(faultCounts)}`);
  });
}
