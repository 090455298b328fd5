/** A visit of a limited link: memory before KV, an object that takes the click, one analytics point, 302. */
import { DurableObject } from 'cloudflare:workers';
import { readRoute } from './memory';
import { keyIn, notePoint, sendTo } from './route';

type Env = { ROUTES: KVNamespace; CLICKS: AnalyticsEngineDataset; COUNTERS: DurableObjectNamespace<Counter> };

/** Counts up to a limit, one write a click. */
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
    const route = await readRoute(env.ROUTES, key, now);
    if (route === null) return new Response(null, { status: 404 });
    if (route.e !== undefined && route.e <= now) return new Response(null, { status: 410 });
    if (route.m !== undefined && !(await env.COUNTERS.getByName(route.i).take(route.m)))
      return new Response(null, { status: 410 });
    notePoint(env.CLICKS, key, request);
    return sendTo(route.u);
  },
} satisfies ExportedHandler<Env>;
