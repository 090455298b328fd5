/**
 * A binding to the statistics with network faults: batches arrive twice, three times at once, late, one by one, out of
 * order, or not at all. Independently of that, their sender may receive an error.
 */
import { waitUntil } from 'cloudflare:workers';
import type { Batch } from '#domain/click-batch';
import type { Env } from '#redirect/env';
import { Chance } from './chance';

type Statistics = Env['STATISTICS'];
/** Delivers batches to their object after `afterMs` milliseconds. */
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
  /** The sender receives an error and sends again. The first delivery arrives after the second was counted. */
  overtaken: async (bring, batches, chance) => {
    waitUntil(bring(batches, chance.below(LONGEST_DELAY_MS)));
    throw lost();
  },
  unanswered: async (bring, batches) => {
    await bring(batches);
    throw lost();
  },
  /** The next call to the same object is lost too: the immediate retry fails, and the sender must try again later. */
  neverThere: async () => {
    throw lost();
  },
} satisfies Record<string, Way>;
type WayName = keyof typeof WAYS;

/** The ways are drawn from a shuffled deck, so that even a few calls use each of them. Most calls succeed. */
const DECK: readonly WayName[] = [
  ...Array<WayName>(6).fill('orderly'),
  ...(['twice', 'thriceAtOnce', 'apart', 'late'] as const).flatMap((way) => [way, way]),
  ...(['overtaken', 'unanswered', 'neverThere'] as const),
];

/** The deliveries so far. */
export type Unruliness = {
  /** The number of calls by way. */
  readonly calls: Readonly<Record<WayName, number>>;
  /** The number of different batches that arrived, and of all arrivals. */
  readonly batches: number;
  readonly arrivals: number;
  /** The number of deliveries under way. */
  readonly underWay: number;
};

export class UnrulyStatistics {
  readonly #statistics: Statistics;
  readonly #chance: Chance;
  #deck: WayName[] = [];
  readonly #calls = Object.fromEntries(DECK.map((way) => [way, 0])) as Record<WayName, number>;
  /** The names of objects whose next call is lost. */
  readonly #away = new Set<string>();
  readonly #arrived = new Set<string>();
  #arrivals = 0;
  #underWay = 0;

  constructor(statistics: Statistics, seed: number) {
    this.#statistics = statistics;
    this.#chance = new Chance(seed);
  }

  /** The namespace for the redirect worker's binding. It has only the methods that the worker calls. */
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
