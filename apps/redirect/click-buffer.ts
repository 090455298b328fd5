/** The click buffer. It holds the clicks of an isolate that the statistics objects have not acknowledged yet. */
import { perIsolate } from '#store/per-isolate';
import type { Click } from './click';
import type { SizedBatch } from './click-batches';
import type { Env } from './env';

/**
 * How many clicks may wait for one object, batched or not. The limit keeps the clicks of one overloaded object from
 * filling the isolate's memory. That many clicks fit into one call
 * (developers.cloudflare.com/workers/platform/limits/).
 */
const MAX_PER_BUFFER = 10_000;
/** How many clicks may wait in an isolate for all objects together. That many fit into its 128 MB. */
const MAX_WAITING = 40_000;
/**
 * How many characters of text the unbatched clicks may have, each text once. Forty thousand of the longest would have 80
 * million.
 */
const MAX_CHARACTERS = 16_000_000;

/** The clicks that wait for one statistics object. */
export type ClickBuffer = {
  clicks: Click[];
  /** The traits of `clicks`, each by itself. */
  traits: Map<string, string>;
  /** Batches that were sent and not acknowledged. Some may have arrived, so they are sent again under the same ids. */
  batches: readonly SizedBatch[];
  /** The number of clicks in `clicks` and `batches`. */
  waiting: number;
  /** The number of clicks dropped for lack of room since the last log line. */
  lost: number;
  /** The time (epoch milliseconds) until which one request flushes for all others; 0 if no request does. */
  flushingUntil: number;
};

type Buffers = {
  readonly byName: Map<string, ClickBuffer>;
  waiting: number;
  /** The number of characters of texts in unbatched clicks. */
  characters: number;
};

const buffersOf = perIsolate<Env, Buffers>(() => ({ byName: new Map(), waiting: 0, characters: 0 }));

/**
 * Pushes a click into the buffer of a statistics object, and returns the buffer. If there is no room, the click counts
 * as lost.
 */
export function push(click: Click, statistics: string, env: Env): ClickBuffer {
  const all = buffersOf(env);
  const buffer: ClickBuffer = all.byName.get(statistics) ?? {
    clicks: [],
    traits: new Map(),
    batches: [],
    waiting: 0,
    lost: 0,
    flushingUntil: 0,
  };
  all.byName.set(statistics, buffer);
  const isFull = all.waiting >= MAX_WAITING || all.characters >= MAX_CHARACTERS;
  if (isFull || buffer.waiting >= MAX_PER_BUFFER) buffer.lost += 1;
  else {
    const shared = buffer.traits.get(click.traits);
    if (shared === undefined) {
      buffer.traits.set(click.traits, click.traits);
      all.characters += click.traits.length;
    } else click.traits = shared;
    all.characters += click.query.length + click.address.length;
    buffer.clicks.push(click);
    buffer.waiting += 1;
    all.waiting += 1;
  }
  return buffer;
}

/** Takes the unbatched clicks out of a buffer. The clicks still count as waiting, because the caller batches them. */
export function takeClicks(buffer: ClickBuffer, env: Env): Click[] {
  const { clicks, traits } = buffer;
  const own = clicks.reduce((sum, { query, address }) => sum + query.length + address.length, 0);
  const shared = [...traits.keys()].reduce((sum, text) => sum + text.length, 0);
  buffersOf(env).characters -= own + shared;
  buffer.clicks = [];
  buffer.traits = new Map();
  return clicks;
}

/** Removes batches that the statistics object has acknowledged. */
export function acknowledge(batches: readonly SizedBatch[], buffer: ClickBuffer, env: Env): void {
  const acknowledged = new Set(batches);
  const clicks = buffer.batches.reduce((sum, one) => (acknowledged.has(one) ? sum + one.count : sum), 0);
  buffer.batches = buffer.batches.filter((one) => !acknowledged.has(one));
  buffer.waiting -= clicks;
  buffersOf(env).waiting -= clicks;
}

/**
 * Drops a buffer that is empty and is not being flushed. The buffers of ever more accounts would fill the memory.
 */
export function dropEmpty(statistics: string, { waiting, flushingUntil }: ClickBuffer, env: Env): void {
  if (waiting === 0 && flushingUntil === 0) buffersOf(env).byName.delete(statistics);
}
