/**
 * A binding to the statistics with network faults. Batches arrive twice, three times at once, late, one by one, out of
 * order, or not at all. In some deliveries the sender receives an error although the batches arrive.
 */
import { waitUntil } from 'cloudflare:workers';
import type { Batch } from '#domain/click-batch';
import type { MetricsBatch } from '#domain/metrics';
import type { Env } from '#redirect/env';
import { Random } from '../random';

type Statistics = Env['STATISTICS'];
/** Delivers batches to their object after `afterMs` milliseconds. */
type Deliver = (batches: readonly Batch[], afterMs?: number) => Promise<void>;
type Delivery = (deliver: Deliver, batches: readonly Batch[], random: Random) => Promise<void>;

const LONGEST_DELAY_MS = 2_000;

const lost = () => new Error('Network connection lost.');

const DELIVERIES = {
  orderly: (deliver, batches) => deliver(batches),
  twice: async (deliver, batches) => {
    await deliver(batches);
    await deliver(batches);
  },
  thriceAtOnce: async (deliver, batches) => {
    await Promise.all([deliver(batches), deliver(batches), deliver(batches)]);
  },
  apart: async (deliver, batches, random) => {
    for (const batch of random.shuffled(batches)) await deliver([batch]);
  },
  late: (deliver, batches, random) => deliver(batches, random.below(LONGEST_DELAY_MS)),
  /** The sender receives an error and sends again. The first delivery arrives after the second was counted. */
  overtaken: async (deliver, batches, random) => {
    waitUntil(deliver(batches, random.below(LONGEST_DELAY_MS)));
    throw lost();
  },
  responseLost: async (deliver, batches) => {
    await deliver(batches);
    throw lost();
  },
  /**
   * The next call to the same object is lost too. So the immediate retry fails, and the sender must try again later.
   */
  lostTwice: async () => {
    throw lost();
  },
} satisfies Record<string, Delivery>;
type DeliveryName = keyof typeof DELIVERIES;

/** Calls take their delivery from this list, shuffled, so that a few calls use every kind. Most calls succeed. */
const DECK: readonly DeliveryName[] = [
  ...Array<DeliveryName>(6).fill('orderly'),
  ...(['twice', 'thriceAtOnce', 'apart', 'late'] as const).flatMap((delivery) => [delivery, delivery]),
  ...(['overtaken', 'responseLost', 'lostTwice'] as const),
];

/** The deliveries so far. */
export type DeliveryCounts = {
  /** The number of calls by kind of delivery. */
  readonly calls: Readonly<Record<DeliveryName, number>>;
  /** The number of different batches that arrived, and of all arrivals. */
  readonly batches: number;
  readonly arrivals: number;
  /** The number of deliveries that are running. */
  readonly running: number;
};

export class FaultyStatistics {
  readonly #statistics: Statistics;
  readonly #random: Random;
  #deck: DeliveryName[] = [];
  readonly #calls = Object.fromEntries(DECK.map((delivery) => [delivery, 0])) as Record<DeliveryName, number>;
  /** The names of objects whose next call is lost. */
  readonly #nextLost = new Set<string>();
  readonly #arrived = new Set<string>();
  #arrivals = 0;
  #running = 0;

  constructor(statistics: Statistics, seed: number) {
    this.#statistics = statistics;
    this.#random = new Random(seed);
  }

  /** The namespace for the redirect worker's binding. It has only the methods that the worker calls. */
  get namespace(): Statistics {
    const getByName = (name: string) => ({
      add: (batches: readonly Batch[]) => this.#add(name, batches),
      addMetrics: (batch: MetricsBatch) => this.#statistics.getByName(name).addMetrics(batch),
    });
    return { getByName } as unknown as Statistics;
  }

  get deliveryCounts(): DeliveryCounts {
    return {
      calls: this.#calls,
      batches: this.#arrived.size,
      arrivals: this.#arrivals,
      running: this.#running,
    };
  }

  async #add(name: string, batches: readonly Batch[]): Promise<void> {
    if (this.#nextLost.delete(name)) throw lost();
    const delivery = this.#draw();
    if (delivery === 'lostTwice') this.#nextLost.add(name);
    this.#calls[delivery] += 1;
    await DELIVERIES[delivery]((some, afterMs) => this.#deliver(name, some, afterMs), batches, this.#random);
  }

  #draw(): DeliveryName {
    if (this.#deck.length === 0) this.#deck = this.#random.shuffled(DECK);
    return this.#deck.pop() as DeliveryName;
  }

  async #deliver(name: string, batches: readonly Batch[], afterMs = 0): Promise<void> {
    this.#running += 1;
    try {
      if (afterMs > 0) await scheduler.wait(afterMs);
      await this.#statistics.getByName(name).add(batches);
      this.#arrivals += batches.length;
      for (const { id } of batches) this.#arrived.add(id);
    } finally {
      this.#running -= 1;
    }
  }
}
