/** What an isolate has gathered and not yet told. */
import type { Click } from './click';
import type { Env } from './env';
import type { Sealed } from './seal-clicks';

/**
 * Clicks that wait at most, sealed or not: for one object, whose overload must not take all there is, and in all. An
 * isolate has 128 MB, and so much of one account fits into one call (developers.cloudflare.com/workers/platform/limits/).
 */
const MAX_FOR_ONE = 10_000;
const MAX_IN_ALL = 40_000;
/** What the clicks that are not sealed yet may say together: forty thousand of the longest would say 80 million. */
const MAX_CHARACTERS = 16_000_000;

/** What waits for one statistics object. */
export type Gathering = {
  clicks: Click[];
  /** Counted, and sent without an answer: to be sent again under the same ids, for they may have arrived. */
  sealed: readonly Sealed[];
  /** Clicks in both. */
  waiting: number;
  /** Clicks that there was no room for, since it was last told. */
  lost: number;
  /** Until then a request sends for all others, epoch milliseconds; 0: none does. */
  senderUntil: number;
};

type Gatherings = {
  readonly byName: Map<string, Gathering>;
  waiting: number;
  /** Of what requests said, in the clicks that are not sealed yet. */
  characters: number;
};
const isolates = new WeakMap<Env, Gatherings>();

function gatheringsOf(env: Env): Gatherings {
  const known = isolates.get(env) ?? { byName: new Map<string, Gathering>(), waiting: 0, characters: 0 };
  isolates.set(env, known);
  return known;
}

const charactersOf = ({ query, address, userAgent, referrer, languages }: Click): number =>
  query.length + address.length + userAgent.length + referrer.length + languages.length;

/** Leaves a click for the statistics object of that name, if there is room. */
export function leave(click: Click, statistics: string, env: Env): Gathering {
  const all = gatheringsOf(env);
  const gathering = all.byName.get(statistics) ?? { clicks: [], sealed: [], waiting: 0, lost: 0, senderUntil: 0 };
  all.byName.set(statistics, gathering);
  const isFull = all.waiting >= MAX_IN_ALL || all.characters >= MAX_CHARACTERS;
  if (isFull || gathering.waiting >= MAX_FOR_ONE) gathering.lost += 1;
  else {
    gathering.clicks.push(click);
    gathering.waiting += 1;
    all.waiting += 1;
    all.characters += charactersOf(click);
  }
  return gathering;
}

/** Takes the clicks that are not sealed yet, for sealing: they wait on as batches. */
export function takeClicks(gathering: Gathering, env: Env): Click[] {
  const clicks = gathering.clicks.splice(0);
  gatheringsOf(env).characters -= clicks.reduce((sum, click) => sum + charactersOf(click), 0);
  return clicks;
}

/** Takes batches out that the object has. */
export function takeOut(batches: readonly Sealed[], gathering: Gathering, env: Env): void {
  const isThere = new Set(batches);
  const clicks = gathering.sealed.reduce((sum, one) => (isThere.has(one) ? sum + one.count : sum), 0);
  gathering.sealed = gathering.sealed.filter((one) => !isThere.has(one));
  gathering.waiting -= clicks;
  gatheringsOf(env).waiting -= clicks;
}

/** Forgets a gathering with nothing left that nobody sends, so that a million accounts leave nothing behind. */
export function forgetEmpty(statistics: string, { waiting, senderUntil }: Gathering, env: Env): void {
  if (waiting === 0 && senderUntil === 0) gatheringsOf(env).byName.delete(statistics);
}
