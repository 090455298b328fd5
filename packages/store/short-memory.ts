/**
 * What an isolate knows for a while and need not ask again: networks that were refused, sessions that were good. Nothing
 * hangs on it but cost.
 */

/** Then all is forgotten: whoever can fill it has to be refused, or looked for, by those who count and know. */
const MOST_NAMES = 1_000;

export class ShortMemory {
  readonly #untils = new WeakMap<object, Map<string, number>>();

  /**
   * Until when a name is remembered, epoch milliseconds; null where it is not.
   * @param owner the environment whose isolate asks
   */
  until(owner: object, name: string, now: number): number | null {
    const until = this.#untils.get(owner)?.get(name) ?? 0;
    return now < until ? until : null;
  }

  remember(owner: object, name: string, until: number): void {
    const untils = this.#untils.get(owner) ?? new Map<string, number>();
    if (untils.size >= MOST_NAMES) untils.clear();
    untils.set(name, until);
    this.#untils.set(owner, untils);
  }

  forget(owner: object, name: string): void {
    this.#untils.get(owner)?.delete(name);
  }
}
