/**
 * Statistics as the network of a bad day leads to them: batches arrive twice, three at once, late, apart, after those
 * that were made later, and not at all; and what their sender hears of it is another matter.
 */
import { waitUntil } from 'cloudflare:workers';
import type { Batch } from '#domain/click-batch';
import type { Env } from '#redirect/env';
import { Chance } from './chance';

type Statistics = Env['STATISTICS'];
/** Brings batches to their object, `afterMs` milliseconds from now. */
type Bring = (batches: readonly Batch[], afterMs?: number) => Promise<void>;
type Way = (bring: Bring, batches: readonly Batch[], chance: Chance) => Promise<void>;

const LONGEST_DELAY_MS = 2_000;

const lost = () => new Error('Network connection lost.');

const WAYS = {
  orderly: (bring, batches) => bring(batches),
  twice: async (bring, batches) => {
    await bring(batches);
    await bring(batches);
  },
  thriceAtOnce: async (bring, batches) => {
    await Promise.all([bring(batches), bring(batches), bring(batches)]);
  },
  apart: async (bring, batches, chance) => {
    for (const batch of chance.shuffled(batches)) await bring([batch]);
  },
  late: (bring, batches, chance) => bring(batches, chance.below(LONGEST_DELAY_MS)),
  /** The sender hears of a failure and sends again; what it sent first arrives when that was counted long ago. */
  overtaken: async (bring, batches, chance) => {
    waitUntil(bring(batches, chance.below(LONGEST_DELAY_MS)));
    throw lost();
  },
  unanswered: async (bring, batches) => {
    await bring(batches);
    throw lost();
  },
  /** So is the next call to the same object: a caller's own second try does not help, and its sender must come again. */
  neverThere: async () => {
    throw lost();
  },
} satisfies Record<string, Way>;
type WayName = keyof typeof WAYS;

/** Ways are drawn from a shuffled deck, so that each comes up however few calls there are. Most calls end well. */
const DECK: readonly WayName[] = [
  ...Array<WayName>(6).fill('orderly'),
  ...(['twice', 'thriceAtOnce', 'apart', 'late'] as const).flatMap((way) => [way, way]),
  ...(['overtaken', 'unanswered', 'neverThere'] as const),
];

/** What was done to batches so far. */
export type Unruliness = {
  /** Calls of senders, by what became of them. */
  readonly calls: Readonly<Record<WayName, number>>;
  /** Batches that arrived, each counted once, and all arrivals of any. */
  readonly batches: number;
  readonly arrivals: number;
  /** Calls that are on their way to an object. */
  readonly underWay: number;
};

export class UnrulyStatistics {
  readonly #statistics: Statistics;
  readonly #chance: Chance;
  #deck: WayName[] = [];
  readonly #calls = Object.fromEntries(DECK.map((way) => [way, 0])) as Record<WayName, number>;
  /** Objects whose next call is lost. */
  readonly #away = new Set<string>();
  readonly #arrived = new Set<string>();
  #arrivals = 0;
  #underWay = 0;

  constructor(statistics: Statistics, seed: number) {
    this.#statistics = statistics;
    this.#chance = new Chance(seed);
  }

  /** What the redirect worker is bound to in place of the real one: it has the methods that the worker calls. */
  get namespace(): Statistics {
    const getByName = (name: string) => ({ add: (batches: readonly Batch[]) => this.#add(name, batches) });
    return { getByName } as unknown as Statistics;
  }

  get unruliness(): Unruliness {
    return {
      calls: this.#calls,
      batches: this.#arrived.size,
      arrivals: this.#arrivals,
      underWay: this.#underWay,
    };
  }

  async #add(name: string, batches: readonly Batch[]): Promise<void> {
    if (this.#away.delete(name)) throw lost();
    const way = this.#draw();
    if (way === 'neverThere') this.#away.add(name);
    this.#calls[way] += 1;
    await WAYS[way]((some, afterMs) => this.#bring(name, some, afterMs), batches, this.#chance);
  }

  #draw(): WayName {
    if (this.#deck.length === 0) this.#deck = this.#chance.shuffled(DECK);
    return this.#deck.pop() as WayName;
  }

  async #bring(name: string, batches: readonly Batch[], afterMs = 0): Promise<void> {
    this.#underWay += 1;
    try {
      if (afterMs > 0) await scheduler.wait(afterMs);
      await this.#statistics.getByName(name).add(batches);
      this.#arrivals += batches.length;
      for (const { id } of batches) this.#arrived.add(id);
    } finally {
      this.#underWay -= 1;
    }
  }
}
