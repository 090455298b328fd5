/** The Durable Object of a limited link or of an API key, for the floors. */
import { DurableObject } from 'cloudflare:workers';

/** Counts up to a limit, with one write each time. */
export class Counter extends DurableObject {
  #taken = this.ctx.storage.kv.get<number>('taken') ?? 0;

  take(limit: number): boolean {
    if (this.#taken >= limit) return false;
    this.ctx.storage.kv.put('taken', ++this.#taken);
    return true;
  }
}
