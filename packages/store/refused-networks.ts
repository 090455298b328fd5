/** The networks that an isolate has just refused: whoever floods is refused again without anybody being asked. */

/** More than this at once is an attack from many networks, each of which has to be refused by whoever counts. */
const MAX_NETWORKS = 1_000;

export class RefusedNetworks {
  readonly #untils = new WeakMap<object, Map<string, number>>();

  /**
   * Until when a network is refused, epoch milliseconds; null where it is not.
   * @param owner the environment whose isolate asks
   */
  until(owner: object, network: string, now: number): number | null {
    const until = this.#untils.get(owner)?.get(network) ?? 0;
    return now < until ? until : null;
  }

  /** Notes that a network was refused, and until when that holds. */
  refuse(owner: object, network: string, until: number): void {
    const untils = this.#untils.get(owner) ?? new Map<string, number>();
    if (untils.size >= MAX_NETWORKS) untils.clear();
    untils.set(network, until);
    this.#untils.set(owner, untils);
  }
}
