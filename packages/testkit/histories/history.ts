/** Plays a history, runs the cron until its work is done, and collects all broken promises. */
import { env } from 'cloudflare:workers';
import { vi } from 'vitest';
import type { World } from '../world';
import type { History } from './action';
import { Actors } from './actors';
import { checkAfterwards, checkFreed, checkLog, faultless } from './checks';
import { createLocation } from './location';
import { wakeCounters } from './makers-links';
import { RandomFaults } from './random-faults';
import { Recorder } from './recorder';

const LOCATIONS = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const STARTS_AT = Date.UTC(2031, 5, 15, 12, 0, 0, 347);

/** The number of histories so far. The one that HISTORY selects has the same clock and names as among the others. */
let histories = Math.max(0, Number(env.HISTORY) - 1);

/** The broken promises of a history, and the number of its faults by kind. */
type Outcome = { readonly broken: readonly string[]; readonly faultCounts: Readonly<Record<string, number>> };

/** Plays a history. The caller must have faked the clock. */
export async function play({ seed, steps }: History): Promise<Outcome> {
  const recorder = new Recorder();
  const faults = new RandomFaults(seed);
  const turn = (at: number) => vi.setSystemTime(at);
  histories += 1;
  let now = STARTS_AT + histories * DAY_MS;
  turn(now);
  await env.DB.prepare('UPDATE links SET dirty = 0 WHERE dirty = 1').run();

  const locations = Array.from({ length: LOCATIONS }, () => createLocation(faults, { METRICS_MS: '0' }));
  const makers = [await faultless.newKey('PRO'), await faultless.newKey('PRO')] as const;
  const spares = [await faultless.newKey('PRO'), await faultless.newKey('PRO')];
  const own = await faultless.newKey('PRO', { accountId: makers[0].accountId, links: 'own' });
  const keys = { makers, own, caller: await faultless.newKey('FREE') };
  const actors = new Actors(locations, keys, spares, recorder, `h${histories}x${seed % 1_000}`);
  const logged = captureLog();
  try {
    await actors.metrics.begin(faultless);
    for (const { actions, passesMs, hasCron } of steps) {
      await Promise.all(actions.map((action) => actors.perform(action)));
      if (hasCron) await locations[0]?.cron().catch(() => undefined);
      if (hasCron) await wakeCounters(keys);
      await faults.land(passesMs);
      now += passesMs;
      turn(now);
    }
    await faults.land(Number.POSITIVE_INFINITY);
    faults.quiet();
    await actors.metrics.check(locations);
    await finishCron(actors, now, turn);
    await checkAfterwards(actors);
    await checkFreed(actors, now, turn);
    checkLog(logged.lines, actors);
  } catch (error) {
    recorder.broken.push(`an undescribed response, or an exception: ${(error as Error).message}`);
  } finally {
    logged.end();
  }
  return { broken: recorder.broken, faultCounts: faults.faultCounts };
}

/** Resumes suspended accounts. Then it runs the alarms of the counters and the cron, in each of four minutes. */
async function finishCron({ locations, keys }: Actors, now: number, turn: (at: number) => void): Promise<void> {
  for (const { accountId } of keys.makers) await faultless.admin('POST', `/accounts/${accountId}/resume`);
  for (let minute = 1; minute <= 4; minute++) {
    turn(now + minute * (MINUTE_MS + 1_003));
    await wakeCounters(keys);
    await (locations[0] as World).cron();
  }
}

/** Captures all log lines, and prints none: the workers log every fault. */
function captureLog(): { readonly lines: string[]; end(): void } {
  const lines: string[] = [];
  const note = (...all: unknown[]) => void lines.push(all.map(String).join(' '));
  const spies = (['error', 'warn', 'log', 'info'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(note),
  );
  return { lines, end: () => spies.forEach((spy) => void spy.mockRestore()) };
}
