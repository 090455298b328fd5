/** The routes an isolate has just read: hot codes need not ask KV again. */
import { hasExpired } from '#domain/link';
import type { LiveRoute, Route } from '#domain/route';
import type { Env } from './env';

/** How long a change may go unseen by an isolate that has the old route (answers, section 12). */
const LASTS_MS = 10_000;
const MAX_ROUTES = 5_000;

type Entry = { readonly route: LiveRoute; readonly readAt: number };
const memories = new WeakMap<Env, Map<string, Entry>>();

function memoryOf(env: Env): Map<string, Entry> {
  let memory = memories.get(env);
  if (memory === undefined) {
    memory = new Map();
    memories.set(env, memory);
  }
  return memory;
}

/** A route that is at most ten seconds old, or null. */
export function recall(env: Env, code: string, now: number): LiveRoute | null {
  const entry = memoryOf(env).get(code);
  if (entry === undefined || now < entry.readAt || now - entry.readAt >= LASTS_MS) return null;
  return hasExpired(entry.route.expiresAt, now) ? null : entry.route;
}

/** Forgets a code, because its counter has just said that its clicks are used up. */
export const forget = (env: Env, code: string): void => void memoryOf(env).delete(code);

/** Remembers a live route, or forgets a dead one. Misses and dead codes are never remembered: either may come to life at any moment. */
export function remember(env: Env, code: string, route: Route, now: number): void {
  const memory = memoryOf(env);
  // Taken out first, so that the oldest stands first.
  memory.delete(code);
  if (route.state !== 'live') return;
  if (memory.size >= MAX_ROUTES) {
    for (const oldest of memory.keys()) {
      memory.delete(oldest);
      break;
    }
  }
  memory.set(code, { route, readAt: now });
}
