/** The floor of a visit of a limited link: a cached entry, one call of the counter, one analytics point, 302. */
import { DurableObject } from 'cloudflare:workers';
import { keyIn, redirectTo, writePoint } from './edge-entry';
import { readEntry } from './memory';

type Env = { ROUTES: KVNamespace; CLICKS: AnalyticsEngineDataset; COUNTERS: DurableObjectNamespace<Counter> };

/** Counts clicks up to a limit, with one write per click. */
export class Counter extends DurableObject<Env> {
  #taken = this.ctx.storage.kv.get<number>('taken') ?? 0;

  take(limit: number): boolean {
    if (this.#taken >= limit) return false;
    this.ctx.storage.kv.put('taken', ++this.#taken);
    return true;
  }
}

export default {
  async fetch(request, env): Promise<Response> {
    const key = keyIn(request.url);
    const now = Date.now();
    const entry = await readEntry(env.ROUTES, key, now);
    if (entry === null) return new Response(null, { status: 404 });
    if (entry.e !== undefined && entry.e <= now) return new Response(null, { status: 410 });
    if (entry.m !== undefined && !(await env.COUNTERS.getByName(entry.i).take(entry.m)))
      return new Response(null, { status: 410 });
    writePoint(env.CLICKS, key, request);
    return redirectTo(entry.u);
  },
} satisfies ExportedHandler<Env>;
