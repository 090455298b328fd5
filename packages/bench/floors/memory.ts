/** An isolate's memory before KV, as the floors that have one keep it. */
import type { Route } from './route';

const LASTS_MS = 30_000;
const MAX_ROUTES = 10_000;
const memory = new Map<string, { readonly route: Route; readonly until: number }>();

/** The route of a key, read at most half a minute ago; null where there is none. */
export async function readRoute(routes: KVNamespace, key: string, now: number): Promise<Route | null> {
  const entry = memory.get(key);
  if (entry !== undefined && entry.until > now) return entry.route;
  const route = await routes.get<Route>(key, 'json');
  if (route === null) return null;
  if (memory.size >= MAX_ROUTES) memory.delete(memory.keys().next().value as string);
  memory.set(key, { route, until: now + LASTS_MS });
  return route;
}
