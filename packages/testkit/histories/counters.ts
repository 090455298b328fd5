/** The counters of limited links in a history: their alarms, and what is left of them two days after its end. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { World } from '../world';
import type { Actors, HistoryKeys } from './actors';
import { rowsOf } from './checks';

const DAY_MS = 86_400_000;

/** Runs the alarms of the counters of limited links, as the platform does when they are due. */
export async function wakeCounters(keys: HistoryKeys): Promise<void> {
  for (const { id, max_clicks } of await rowsOf(keys))
    if (max_clicks !== null) await runDurableObjectAlarm(env.CLICKS.getByName(id)).catch(() => undefined);
}

/** Checks that the counters of deleted links hold nothing two days later, and that their links stay dead everywhere. */
export async function checkFreed(actors: Actors, now: number, turn: (at: number) => void): Promise<void> {
  const { keys, locations, recorder } = actors;
  const deleted = (await rowsOf(keys)).filter(({ gone, max_clicks }) => gone === 'DELETED' && max_clicks !== null);
  for (const hours of [26, 52]) {
    turn(now + (hours * DAY_MS) / 24);
    await locations[0]?.cron();
    await wakeCounters(keys);
  }
  for (const { id, code } of deleted) {
    const values = await runInDurableObject(
      env.CLICKS.getByName(id),
      (_, { storage }) => [...storage.kv.list()].length,
    );
    if (values > 0) recorder.broken.push(`the counter of ${code}, deleted, is kept`);
    for (const edge of locations) {
      const { status } = await actors.visit(edge as World, code);
      if (status !== 410) recorder.broken.push(`${code} answers ${status} after its counter was freed`);
    }
  }
}
