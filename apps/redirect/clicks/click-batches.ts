/** Makes batches of buffered clicks, and parses their user agents and other headers, after the responses. */
import { type Batch, type BatchedClick, type ClickKind, encodeClicks, makeBatchId } from '#domain/click-batch';
import type { Profile } from '#domain/daily-counts';
import { SCAN_MARK } from '#domain/short-address';
import { toNetwork } from '#secrets/client-address';
import { isRobotAgent } from '../visits/request';
import { type Click, makeProfile, splitTraits } from './click';

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
export function makeBatches(clicks: readonly Click[]): SizedBatch[] {
  const batches: SizedBatch[] = [];
  for (let from = 0; from < clicks.length; from += CLICKS_PER_BATCH) {
    batches.push(new BatchBuilder().build(clicks.slice(from, from + CLICKS_PER_BATCH)));
  }
  return batches;
}

/** What a batch derives from the traits of a click. The profile of a robot is null. */
type Parsed = { readonly userAgent: string; readonly profile: Profile | null };

/** Builds one batch. It parses traits once, even if several clicks have them. */
class BatchBuilder {
  readonly #parsed = new Map<string, Parsed>();
  /** Each visitor's index in the batch's list, by user agent and network. */
  readonly #indexes = new Map<string, Map<string, number>>();
  readonly #visitors: string[] = [];

  build(clicks: readonly Click[]): SizedBatch {
    const batched = clicks.map((click) => this.#batched(click));
    const kinds: Partial<Record<ClickKind, number>> = {};
    for (const { kind } of batched) kinds[kind] = (kinds[kind] ?? 0) + 1;
    return {
      id: makeBatchId(Date.now(), crypto.randomUUID()),
      clicks: encodeClicks(batched),
      visitors: this.#visitors,
      count: clicks.length,
      kinds,
    };
  }

  #batched({ linkId, code, at, query, address, isPrivate, traits }: Click): BatchedClick {
    const { userAgent, profile } = this.#parse(traits);
    if (profile === null) return { linkId, code, at, kind: 'robot', profile, visitor: null };
    const kind = isScan(query) ? 'scan' : 'click';
    return isPrivate
      ? { linkId, code, at, kind, profile: null, visitor: null }
      : { linkId, code, at, kind, profile, visitor: this.#indexVisitor(toNetwork(address), userAgent) };
  }

  #parse(text: string): Parsed {
    const known = this.#parsed.get(text);
    if (known !== undefined) return known;
    const traits = splitTraits(text);
    const [userAgent] = traits;
    const parsed = { userAgent, profile: isRobotAgent(userAgent) ? null : makeProfile(traits) };
    this.#parsed.set(text, parsed);
    return parsed;
  }

  /** Returns the index of the visitor with this network and user agent. */
  #indexVisitor(network: string, userAgent: string): number {
    const indexes = this.#indexes.get(userAgent) ?? new Map<string, number>();
    this.#indexes.set(userAgent, indexes);
    const known = indexes.get(network);
    if (known !== undefined) return known;
    const index = this.#visitors.push(`${network} ${userAgent}`) - 1;
    indexes.set(network, index);
    return index;
  }
}

const isScan = (query: string): boolean =>
  query !== '' && new URLSearchParams(query).get(SCAN_MARK.name) === SCAN_MARK.value;
