/** The random faults of a history. A call of a binding may fail, take effect late, hang, or lose its response. */
import { env } from 'cloudflare:workers';
import { PUT_SETTLES_MS } from '#store/publish';
import { type Fault, Tap, tappedD1, tappedKv, tappedObjects } from '../faults';
import { Random } from '../random';
import type { Env } from '../world';
import { waitedMs } from './time-limits';

/** The number of calls in a thousand that have a fault. */
const PER_MILLE = 80;
/** A delay that is longer than the workers' timeout for KV. */
const HANGS_MS = 300;

const LOST = () => new Error('Network connection lost.');

/** The bindings that have faults. */
type Bindings = Pick<Env, 'DB' | 'ROUTES' | 'KEYS' | 'ADDRESSES' | 'CLICKS' | 'STATISTICS'>;

export class RandomFaults {
  readonly #random: Random;
  /** The calls that seemed lost with their times, in the order in which they began. */
  readonly #late: { readonly call: () => Promise<unknown>; readonly begunAt: number }[] = [];
  #isQuiet = false;
  /** The number of faults so far, by kind. */
  readonly faultCounts: Record<string, number> = {};

  constructor(seed: number) {
    this.#random = new Random(seed);
  }

  /** Stops injecting faults. */
  quiet(): void {
    this.#isQuiet = true;
  }

  /**
   * Makes calls that seemed lost: a random number of them, and at least those that would otherwise act later than any
   * put can.
   * @param passesMs the time that passes before the next chance
   */
  async land(passesMs: number): Promise<void> {
    const overdueFrom = Date.now() + passesMs - PUT_SETTLES_MS;
    const overdue = this.#late.filter(({ begunAt }) => begunAt <= overdueFrom).length;
    const count = Math.max(overdue, this.#random.below(this.#late.length + 1));
    for (const { call } of this.#late.splice(0, count)) await call().catch(() => undefined);
  }

  /** Returns bindings with random faults. @param routes the KV of the location */
  bindings(routes: KVNamespace): Bindings {
    return {
      DB: tappedD1(env.DB, this.#tap({ failing: this.#failing, losing: this.#losing })),
      ROUTES: tappedKv(
        tappedKv(routes, this.#tap({ failing: this.#failing, hanging: this.#hanging }), ['get']),
        this.#tap({ failing: this.#failing, losing: this.#losing, late: this.#tooLate }),
        ['put'],
      ),
      KEYS: tappedObjects(env.KEYS, this.#tap(this.#ofObjects)),
      ADDRESSES: tappedObjects(env.ADDRESSES, this.#tap(this.#ofObjects)),
      CLICKS: tappedObjects(env.CLICKS, this.#tap(this.#ofObjects)),
      STATISTICS: tappedObjects(env.STATISTICS, this.#tap(this.#ofObjects)),
    };
  }

  #tap(faults: Readonly<Record<string, Fault>>): Tap {
    return new Tap((call, ...rest) => {
      if (this.#isQuiet || this.#random.below(1_000) >= PER_MILLE) return call();
      const name = this.#random.oneOf(Object.keys(faults));
      this.faultCounts[name] = (this.faultCounts[name] ?? 0) + 1;
      return (faults[name] as Fault)(call, ...rest);
    });
  }

  readonly #failing: Fault = async () => {
    throw LOST();
  };
  readonly #overloaded: Fault = async () => {
    throw Object.assign(new Error('Durable Object is overloaded.'), { overloaded: true });
  };
  readonly #losing: Fault = async (call) => {
    await call();
    throw LOST();
  };
  readonly #hanging: Fault = async (call) => {
    await scheduler.wait(waitedMs(HANGS_MS));
    return call();
  };
  readonly #tooLate: Fault = async (call) => {
    this.#late.push({ call, begunAt: Date.now() });
    throw LOST();
  };
  readonly #ofObjects = { failing: this.#failing, losing: this.#losing, overloaded: this.#overloaded };
}
