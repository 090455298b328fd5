/** The floor of a visit of a hot code: a cached entry, one analytics point, 302. */

import { keyIn, redirectTo, writePoint } from './edge-entry';
import { readEntry } from './memory';

type Env = { ROUTES: KVNamespace; CLICKS: AnalyticsEngineDataset };

export default {
  async fetch(request, env): Promise<Response> {
    const key = keyIn(request.url);
    const now = Date.now();
    const entry = await readEntry(env.ROUTES, key, now);
    if (entry === null) return new Response(null, { status: 404 });
    if (entry.e !== undefined && entry.e <= now) return new Response(null, { status: 410 });
    writePoint(env.CLICKS, key, request);
    return redirectTo(entry.u);
  },
} satisfies ExportedHandler<Env>;
