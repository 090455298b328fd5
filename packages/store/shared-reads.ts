/** Reading something once for everybody in an isolate who waits for it. */
import { withinMs } from './time-limit';

/** Reads under way, one per owner: the environment whose isolate asks. */
export class SharedReads<T> {
  readonly #underWay = new WeakMap<object, Promise<T>>();

  /**
   * Joins the read that is under way, or begins one. Waits for `limitMs` milliseconds.
   * @throws what the read throws, or TimedOut
   */
  async read(owner: object, limitMs: number, begin: () => Promise<T>): Promise<T> {
    const read = this.#underWay.get(owner) ?? begin();
    this.#underWay.set(owner, read);
    try {
      return await withinMs(limitMs, read);
    } finally {
      // Also when it hangs: a read dies with the request that began it.
      if (this.#underWay.get(owner) === read) this.#underWay.delete(owner);
    }
  }
}
