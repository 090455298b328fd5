/** The click buffer: clicks of an isolate that the statistics objects have not acknowledged yet. */
import { perIsolate } from '#store/per-isolate';
import type { Click } from './click';
import type { SizedBatch } from './click-batches';
import type { Env } from './env';

/**
 * Clicks that wait at most, in batches or not: for one object, whose overload must not take all there is, and in all. An
 * isolate has 128 MB, and so much of one account fits into one call (developers.cloudflare.com/workers/platform/limits/).
 */
const MAX_FOR_ONE = 10_000;
const MAX_IN_ALL = 40_000;
/** What the clicks that are in no batch yet may say together: forty thousand of the longest would say 80 million. */
const MAX_CHARACTERS = 16_000_000;

/** What waits for one statistics object. */
export type ClickBuffer = {
  clicks: Click[];
  /** Sent and not acknowledged: to be sent again under the same ids, for they may have arrived. */
  batches: readonly SizedBatch[];
  /** Clicks in both. */
  waiting: number;
  /** Clicks that there was no room for, since they were last logged. */
  lost: number;
  /** Until then a request flushes the buffer for all others, epoch milliseconds; 0: none does. */
  flushingUntil: number;
};

type Buffers = {
  readonly byName: Map<string, ClickBuffer>;
  waiting: number;
  /** Of what requests said, in the clicks that are in no batch yet. */
  characters: number;
};

const buffersOf = perIsolate<Env, Buffers>(() => ({ byName: new Map(), waiting: 0, characters: 0 }));

const charactersOf = ({ query, address, userAgent, referrer, languages }: Click): number =>
  query.length + address.length + userAgent.length + referrer.length + languages.length;

/** Pushes a click into the buffer of that statistics object, if there is room. */
export function push(click: Click, statistics: string, env: Env): ClickBuffer {
  const all = buffersOf(env);
  const buffer = all.byName.get(statistics) ?? { clicks: [], batches: [], waiting: 0, lost: 0, flushingUntil: 0 };
  all.byName.set(statistics, buffer);
  const isFull = all.waiting >= MAX_IN_ALL || all.characters >= MAX_CHARACTERS;
  if (isFull || buffer.waiting >= MAX_FOR_ONE) buffer.lost += 1;
  else {
    buffer.clicks.push(click);
    buffer.waiting += 1;
    all.waiting += 1;
    all.characters += charactersOf(click);
  }
  return buffer;
}

/** Takes the clicks that are in no batch yet: they wait on as batches. */
export function takeClicks(buffer: ClickBuffer, env: Env): Click[] {
  const clicks = buffer.clicks.splice(0);
  buffersOf(env).characters -= clicks.reduce((sum, click) => sum + charactersOf(click), 0);
  return clicks;
}

/** Removes the batches that the object has acknowledged. */
export function acknowledge(batches: readonly SizedBatch[], buffer: ClickBuffer, env: Env): void {
  const isThere = new Set(batches);
  const clicks = buffer.batches.reduce((sum, one) => (isThere.has(one) ? sum + one.count : sum), 0);
  buffer.batches = buffer.batches.filter((one) => !isThere.has(one));
  buffer.waiting -= clicks;
  buffersOf(env).waiting -= clicks;
}

/** Drops a buffer that is empty and that nobody flushes, so that a million accounts leave nothing behind. */
export function dropEmpty(statistics: string, { waiting, flushingUntil }: ClickBuffer, env: Env): void {
  if (waiting === 0 && flushingUntil === 0) buffersOf(env).byName.delete(statistics);
}
