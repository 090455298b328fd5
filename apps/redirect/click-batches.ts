/** Makes batches of buffered clicks, and parses their user agents and other headers, after the responses. */
import { type Batch, type BatchedClick, batchId, type ClickKind, encodeClicks } from '#domain/click-batch';
import type { Profile } from '#domain/daily-counts';
import { SCAN_MARK } from '#domain/scan';
import { networkOf } from '#secrets/client-address';
import type { Click } from './click';
import { profileOf } from './profile';
import { isRobotAgent } from './robots';

/**
 * The statistics object stores a batch as one value, which holds at most 2 MB
 * (developers.cloudflare.com/durable-objects/platform/limits/).
 */
const CLICKS_PER_BATCH = 2_500;

/** A batch and the number of its clicks, in all and by kind. */
export type SizedBatch = Batch & {
  readonly count: number;
  readonly kinds: Readonly<Partial<Record<ClickKind, number>>>;
};

/** Splits clicks into batches. Each batch has an id of its own. */
export function batchesOf(clicks: readonly Click[]): SizedBatch[] {
  const batches: SizedBatch[] = [];
  for (let from = 0; from < clicks.length; from += CLICKS_PER_BATCH) {
    batches.push(new BatchBuilder().build(clicks.slice(from, from + CLICKS_PER_BATCH)));
  }
  return batches;
}

/** Builds one batch. It parses a text once, even if several clicks have the same. */
class BatchBuilder {
  /** The profiles by the texts that they were parsed from. A robot has null. */
  readonly #profiles = new Map<string, Profile | null>();
  /** Each visitor's index in the batch's list, by address and user agent. The map saves computing the network again. */
  readonly #indexesByAddress = new Map<string, number>();
  /** Each visitor's index in the batch's list, by network and user agent. */
  readonly #visitorIndexes = new Map<string, number>();

  build(clicks: readonly Click[]): SizedBatch {
    const batched = clicks.map((click) => this.#batched(click));
    const kinds: Partial<Record<ClickKind, number>> = {};
    for (const { kind } of batched) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return {
      id: batchId(Date.now(), crypto.randomUUID()),
      clicks: encodeClicks(batched),
      visitors: [...this.#visitorIndexes.keys()],
      count: clicks.length,
      kinds,
    };
  }

  #batched(click: Click): BatchedClick {
    const { linkId, code, at, query, isPrivate } = click;
    const profile = this.#profileOf(click);
    if (profile === null) return { linkId, code, at, kind: 'robot', profile, visitor: null };
    const kind = isScan(query) ? 'scan' : 'click';
    return isPrivate
      ? { linkId, code, at, kind, profile: null, visitor: null }
      : { linkId, code, at, kind, profile, visitor: this.#visitorOf(click) };
  }

  #profileOf(click: Click): Profile | null {
    const { userAgent, referrer, languages, host, country, city } = click;
    const key = [userAgent, referrer, languages, host, country, city].join('\n');
    const known = this.#profiles.get(key);
    if (known !== undefined) return known;
    const profile = isRobotAgent(userAgent) ? null : profileOf(click);
    this.#profiles.set(key, profile);
    return profile;
  }

  /** Returns the index of a click's visitor. A visitor is the pair of a network and a user agent. */
  #visitorOf({ address, userAgent }: Click): number {
    const key = `${address} ${userAgent}`;
    const known = this.#indexesByAddress.get(key);
    if (known !== undefined) return known;
    const visitor = `${networkOf(address)} ${userAgent}`;
    const index = this.#visitorIndexes.get(visitor) ?? this.#visitorIndexes.size;
    this.#visitorIndexes.set(visitor, index);
    this.#indexesByAddress.set(key, index);
    return index;
  }
}

const isScan = (query: string): boolean =>
  query !== '' && new URLSearchParams(query).get(SCAN_MARK.name) === SCAN_MARK.value;
