/** The Durable Object of an API key, for the floors of API calls. */
import { DurableObject } from 'cloudflare:workers';

/** Counts the calls of a key, with one write per call. */
export class Quota extends DurableObject {
  #calls = this.ctx.storage.kv.get<number>('calls') ?? 0;

  take(limit: number): boolean {
    if (this.#calls >= limit) return false;
    this.ctx.storage.kv.put('calls', ++this.#calls);
    return true;
  }
}
