/** Makes batches of buffered clicks. User agents and other headers are parsed here, after the responses. */
import { type Batch, type BatchedClick, batchId, encodeClicks } from '#domain/click-batch';
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

/** A batch, and how many clicks it holds. */
export type SizedBatch = Batch & { readonly count: number };

/** Splits clicks into batches, each with an id of its own. */
export function batchesOf(clicks: readonly Click[]): SizedBatch[] {
  const batches: SizedBatch[] = [];
  for (let from = 0; from < clicks.length; from += CLICKS_PER_BATCH) {
    batches.push(new BatchBuilder().build(clicks.slice(from, from + CLICKS_PER_BATCH)));
  }
  return batches;
}

/** Builds one batch. Texts that several clicks share are parsed once. */
class BatchBuilder {
  /** Profiles by the texts that they were parsed from; null for a robot. */
  readonly #profiles = new Map<string, Profile | null>();
  /** Each visitor's place in the batch's list: by address and user agent here, by network and user agent below. */
  readonly #visitors = new Map<string, number>();
  readonly #visitorPlaces = new Map<string, number>();

  build(clicks: readonly Click[]): SizedBatch {
    const batched = clicks.map((click) => this.#batched(click));
    return {
      id: batchId(Date.now(), crypto.randomUUID()),
      clicks: encodeClicks(batched),
      visitors: [...this.#visitorPlaces.keys()],
      count: clicks.length,
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
    const said = [userAgent, referrer, languages, host, country, city].join('\n');
    const known = this.#profiles.get(said);
    if (known !== undefined) return known;
    const profile = isRobotAgent(userAgent) ? null : profileOf(click);
    this.#profiles.set(said, profile);
    return profile;
  }

  /** The place of a click's visitor. A visitor is a network with a user agent, for a day. */
  #visitorOf({ address, userAgent }: Click): number {
    const said = `${address} ${userAgent}`;
    const known = this.#visitors.get(said);
    if (known !== undefined) return known;
    const visitor = `${networkOf(address)} ${userAgent}`;
    const place = this.#visitorPlaces.get(visitor) ?? this.#visitorPlaces.size;
    this.#visitorPlaces.set(visitor, place);
    this.#visitors.set(said, place);
    return place;
  }
}

const isScan = (query: string): boolean =>
  query !== '' && new URLSearchParams(query).get(SCAN_MARK.name) === SCAN_MARK.value;
