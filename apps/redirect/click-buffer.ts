/** The click buffer: clicks of an isolate that the statistics objects have not acknowledged yet. */
import { perIsolate } from '#store/per-isolate';
import type { Click } from './click';
import type { SizedBatch } from './click-batches';
import type { Env } from './env';

/**
 * The most clicks that wait, batched or not. One object has a limit of its own, so that its overload does not fill the
 * buffer. That many clicks fit into one call and an isolate's 128 MB
 * (developers.cloudflare.com/workers/platform/limits/).
 */
const MAX_FOR_ONE = 10_000;
const MAX_IN_ALL = 40_000;
/** The most characters of texts in unbatched clicks: forty thousand of the longest would have 80 million. */
const MAX_CHARACTERS = 16_000_000;

/** The clicks that wait for one statistics object. */
export type ClickBuffer = {
  clicks: Click[];
  /** Batches sent and not acknowledged. They may have arrived, so they are sent again under the same ids. */
  batches: readonly SizedBatch[];
  /** The number of clicks in `clicks` and `batches`. */
  waiting: number;
  /** The number of clicks dropped for lack of room since the last log line. */
  lost: number;
  /** One request flushes for all others until then, epoch milliseconds; 0 where none does. */
  flushingUntil: number;
};

type Buffers = {
  readonly byName: Map<string, ClickBuffer>;
  waiting: number;
  /** The number of characters of texts in unbatched clicks. */
  characters: number;
};

const buffersOf = perIsolate<Env, Buffers>(() => ({ byName: new Map(), waiting: 0, characters: 0 }));

const charactersOf = ({ query, address, userAgent, referrer, languages }: Click): number =>
  query.length + address.length + userAgent.length + referrer.length + languages.length;

/**
 * Pushes a click into a statistics object's buffer, and returns the buffer. Where there is no room, the click counts as
 * lost.
 */
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

/**
 * Takes the unbatched clicks out of a buffer. They still count as waiting, because the caller puts them into batches.
 */
export function takeClicks(buffer: ClickBuffer, env: Env): Click[] {
  const clicks = buffer.clicks.splice(0);
  buffersOf(env).characters -= clicks.reduce((sum, click) => sum + charactersOf(click), 0);
  return clicks;
}

/** Removes batches that the statistics object has acknowledged. */
export function acknowledge(batches: readonly SizedBatch[], buffer: ClickBuffer, env: Env): void {
  const isThere = new Set(batches);
  const clicks = buffer.batches.reduce((sum, one) => (isThere.has(one) ? sum + one.count : sum), 0);
  buffer.batches = buffer.batches.filter((one) => !isThere.has(one));
  buffer.waiting -= clicks;
  buffersOf(env).waiting -= clicks;
}

/**
 * Drops a buffer that is empty and not being flushed: otherwise the buffers of ever new accounts would fill the memory.
 */
export function dropEmpty(statistics: string, { waiting, flushingUntil }: ClickBuffer, env: Env): void {
  if (waiting === 0 && flushingUntil === 0) buffersOf(env).byName.delete(statistics);
}
