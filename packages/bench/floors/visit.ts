/** A visit: one read of KV, one analytics point, 302. */
import { keyIn, notePoint, type Route, sendTo } from './route';

type Env = { ROUTES: KVNamespace; CLICKS: AnalyticsEngineDataset };

export default {
  async fetch(request, env): Promise<Response> {
    const key = keyIn(request.url);
    const route = await env.ROUTES.get<Route>(key, 'json');
    if (route === null) return new Response(null, { status: 404 });
    if (route.e !== undefined && route.e <= Date.now()) return new Response(null, { status: 410 });
    notePoint(env.CLICKS, key, request);
    return sendTo(route.u);
  },
} satisfies ExportedHandler<Env>;
