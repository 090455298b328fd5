/**
 * The floor of a visit of a hot code: a cached entry, one analytics point, 302. For a limited link also one call of the
 * counter, which writes once.
 */
import { Counter } from './counter';
import { type EdgeEntry, keyIn, redirectTo, writePoint } from './edge-entry';

type Env = { ROUTES: KVNamespace; CLICKS: AnalyticsEngineDataset; COUNTERS: DurableObjectNamespace<Counter> };

export { Counter };

const TTL_MS = 30_000;
const cache = new Map<string, { readonly entry: EdgeEntry; readonly until: number }>();

async function readEntry(entries: KVNamespace, key: string): Promise<EdgeEntry | null> {
  const now = Date.now();
  const known = cache.get(key);
  if (known !== undefined && known.until > now) return known.entry;
  const entry = await entries.get<EdgeEntry>(key, 'json');
  if (entry !== null) cache.set(key, { entry, until: now + TTL_MS });
  return entry;
}

export default {
  async fetch(request, env): Promise<Response> {
    const key = keyIn(request.url);
    const entry = await readEntry(env.ROUTES, key);
    if (entry === null) return new Response(null, { status: 404 });
    if (entry.m !== undefined && !(await env.COUNTERS.getByName(entry.i).take(entry.m)))
      return new Response(null, { status: 410 });
    writePoint(env.CLICKS, key, request);
    return redirectTo(entry.u);
  },
} satisfies ExportedHandler<Env>;
