/**
 * Buffers clicks. A visit pushes its click into a buffer of the isolate. The isolate flushes each buffer once a second,
 * after the responses, so that a busy account costs one object call per isolate and second. A click stays in the buffer
 * until the statistics object has acknowledged it.
 */
import { CLICK_KINDS } from '#domain/click-batch';
import type { LiveEntry } from '#domain/edge-entry';
import { CLICKS_DROPPED, nameClickCounter } from '#domain/metrics';
import { describeFault } from '#store/faults';
import { perIsolate } from '#store/isolate';
import { countUp } from '#store/metrics';
import { callObject, objectNamed } from '#store/objects';
import { readFlushMs } from '../config';
import type { Env } from '../env';
import { readHeader, truncate, type Visit } from '../visits/request';
import { type Click, joinTraits, withPlaces } from './click';
import { makeBatches, type SizedBatch } from './click-batches';

/** How long one request flushes at most. The platform ends a request 30 s after its response; then the next flushes. */
const FLUSHING_LASTS_MS = 30_000;

/** Buffers a click or a robot's visit. It parses no text, because parsing can wait until after the response. */
export function bufferClick(visit: Visit, code: string, entry: LiveEntry, env: Env, ctx: ExecutionContext): void {
  const { headers, now } = visit;
  const { cf } = visit.request;
  const header = (name: string) => readHeader(headers, name);
  const traits = joinTraits([
    header('User-Agent'),
    header('Referer'),
    header('Accept-Language'),
    visit.url.host,
    cf?.country,
    cf?.city,
  ]);
  const click = {
    at: now,
    linkId: entry.id,
    code,
    query: truncate(visit.url.search),
    address: header('CF-Connecting-IP'),
    isPrivate: header('DNT') === '1' || header('Sec-GPC') === '1',
    traits,
  };
  const buffer = push(click, entry.statistics, env);
  // The second comparison fails only after the clock has stepped back. Then this request flushes too.
  const isFlushing = now < buffer.flushingUntil && now >= buffer.flushingUntil - FLUSHING_LASTS_MS;
  if (isFlushing) return;
  buffer.flushingUntil = now + FLUSHING_LASTS_MS;
  ctx.waitUntil(flush(entry.statistics, buffer, env));
}

/**
 * How many clicks may wait for one object, batched or not. The limit keeps the clicks of one overloaded object from
 * filling the isolate's memory. That many clicks fit into one call
 * (developers.cloudflare.com/workers/platform/limits/).
 */
const MAX_PER_BUFFER = 10_000;
/** How many clicks may wait in an isolate for all objects together. That many fit into its 128 MB. */
const MAX_WAITING = 40_000;
/**
 * How many characters of text the unbatched clicks may have, each text once. Forty thousand of the longest would have
 * 80 million.
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

/**
 * How long after its start a flush makes its last call. The platform ends a request 30 s after its response, also while
 * the request waits for a call.
 */
const LAST_CALL_AFTER_MS = 20_000;
/** How many calls one flush makes at most, even if its pauses are short. */
const MAX_CALLS = 24;
/** The number of failures in a row that ends a flush. The pause after the last of them would outlast the request. */
const MAX_FAILURES = 4;

/**
 * Sends the clicks of a buffer until none is left, with a pause before each call. A failure doubles the pause, and a
 * success resets it. Batches without an acknowledgement stay in the buffer, and the next call sends them again.
 */
export async function flush(statistics: string, buffer: ClickBuffer, env: Env): Promise<void> {
  const endsAt = Date.now() + LAST_CALL_AFTER_MS;
  for (let calls = 1, failures = 0; ; calls++) {
    await scheduler.wait(readFlushMs(env) * 2 ** failures);
    const isLast = calls === MAX_CALLS || failures === MAX_FAILURES - 1 || Date.now() >= endsAt;
    // A click during the last call begins the next flush. Otherwise it would wait in the buffer for a later click.
    if (isLast) buffer.flushingUntil = 0;
    const clicks = takeClicks(buffer, env);
    const batches = makeBatches(env.PLACES === undefined ? clicks : await withPlaces(clicks, env.PLACES));
    buffer.batches = [...buffer.batches, ...batches];
    const isSent = await flushBatches(statistics, buffer, env);
    if (isLast) break;
    if (isSent && buffer.clicks.length === 0) {
      buffer.flushingUntil = 0;
      break;
    }
    failures = isSent ? 0 : failures + 1;
  }
  logLost(statistics, buffer, env);
  dropEmpty(statistics, buffer, env);
}

async function flushBatches(statistics: string, buffer: ClickBuffer, env: Env): Promise<boolean> {
  const { batches } = buffer;
  try {
    await callObject(
      () => objectNamed(env, env.STATISTICS, statistics),
      async (object) => await object.add(batches),
      { repeatable: true },
    );
  } catch (error) {
    console.error(JSON.stringify({ doing: 'send clicks', statistics, fault: describeFault(error) }));
    return false;
  }
  countKinds(
    batches.filter((one) => buffer.batches.includes(one)), // not those that the flush of another request has counted
    env,
  );
  acknowledge(batches, buffer, env);
  return true;
}

/** Counts acknowledged clicks for the metrics. */
function countKinds(batches: readonly SizedBatch[], env: Env): void {
  for (const { kinds } of batches) {
    for (const kind of CLICK_KINDS) countUp(env, nameClickCounter(kind), kinds[kind] ?? 0);
  }
}

/** Logs how many clicks were dropped for lack of room, and resets their number. */
function logLost(statistics: string, buffer: ClickBuffer, env: Env): void {
  if (buffer.lost === 0) return;
  console.error(JSON.stringify({ doing: 'gather clicks', statistics, lost: buffer.lost }));
  countUp(env, CLICKS_DROPPED, buffer.lost);
  buffer.lost = 0;
}
