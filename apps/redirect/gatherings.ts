/** What an isolate has gathered and not yet told. */
import type { Batch } from '#domain/click-batch';
import type { Click } from './click';
import type { Env } from './env';

/** What waits for one statistics object. */
export type Gathering = {
  clicks: Click[];
  /** Counted, and sent without an answer: to be sent again under the same ids, for they may have arrived. */
  sealed: Batch[];
  /** Until then a request sends for all others, epoch milliseconds. */
  senderUntil: number;
};

const gatherings = new WeakMap<Env, Map<string, Gathering>>();

/** What waits for the statistics object of that name. */
export function gatheringOf(env: Env, statistics: string): Gathering {
  const ofEnv = gatherings.get(env) ?? new Map<string, Gathering>();
  gatherings.set(env, ofEnv);
  const gathering = ofEnv.get(statistics) ?? { clicks: [], sealed: [], senderUntil: 0 };
  ofEnv.set(statistics, gathering);
  return gathering;
}

/** Ends a sender's turn. A gathering with nothing left is forgotten, so that a million accounts leave nothing behind. */
export function endTurn(env: Env, statistics: string, gathering: Gathering): void {
  gathering.senderUntil = 0;
  if (gathering.clicks.length === 0 && gathering.sealed.length === 0) gatherings.get(env)?.delete(statistics);
}
