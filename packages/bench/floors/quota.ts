/** The object of a key, in the floors that have one. */
import { DurableObject } from 'cloudflare:workers';

/** Counts the calls of a key, one write a call. */
export class Quota extends DurableObject {
  #calls = this.ctx.storage.kv.get<number>('calls') ?? 0;

  take(limit: number): boolean {
    if (this.#calls >= limit) return false;
    this.ctx.storage.kv.put('calls', ++this.#calls);
    return true;
  }
}
