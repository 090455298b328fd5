/** The floor of a visit of a cold code: one KV read, one analytics point, 302. */
import { type EdgeEntry, keyIn, redirectTo, writePoint } from './edge-entry';

type Env = { ROUTES: KVNamespace; CLICKS: AnalyticsEngineDataset };

export default {
  async fetch(request, env): Promise<Response> {
    const key = keyIn(request.url);
    const entry = await env.ROUTES.get<EdgeEntry>(key, 'json');
    if (entry === null) return new Response(null, { status: 404 });
    writePoint(env.CLICKS, key, request);
    return redirectTo(entry.u);
  },
} satisfies ExportedHandler<Env>;
