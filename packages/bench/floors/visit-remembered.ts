/** A visit of a hot code: memory before KV, one analytics point, 302. */
import { readRoute } from './memory';
import { keyIn, notePoint, sendTo } from './route';

type Env = { ROUTES: KVNamespace; CLICKS: AnalyticsEngineDataset };

export default {
  async fetch(request, env): Promise<Response> {
    const key = keyIn(request.url);
    const now = Date.now();
    const route = await readRoute(env.ROUTES, key, now);
    if (route === null) return new Response(null, { status: 404 });
    if (route.e !== undefined && route.e <= now) return new Response(null, { status: 410 });
    notePoint(env.CLICKS, key, request);
    return sendTo(route.u);
  },
} satisfies ExportedHandler<Env>;
