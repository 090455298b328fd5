/** The routes an isolate has just read: hot codes need not ask KV again. */
import { hasExpired } from '#domain/link';
import type { LiveRoute, Route } from '#domain/route';
import type { Env } from './env';

/** How long a change may go unseen by an isolate that has the old route (answers, section 12). */
const LASTS_MS = 10_000;
const MAX_ROUTES = 5_000;

type Entry = { readonly route: LiveRoute; readonly readAt: number };
/** Two generations: when the younger has half of what there may be, the older is forgotten whole, at no cost. */
type Memory = readonly [younger: Map<string, Entry>, older: Map<string, Entry>];
const memories = new WeakMap<Env, Memory>();

const memoryOf = (env: Env): Memory => memories.get(env) ?? [new Map(), new Map()];

/** A route that is at most ten seconds old, or null. */
export function recall(env: Env, code: string, now: number): LiveRoute | null {
  const [younger, older] = memoryOf(env);
  const entry = younger.get(code) ?? older.get(code);
  if (entry === undefined || now < entry.readAt || now - entry.readAt >= LASTS_MS) return null;
  return hasExpired(entry.route.expiresAt, now) ? null : entry.route;
}

/** Forgets a code, because its counter has just said that its clicks are used up. */
export function forget(env: Env, code: string): void {
  for (const generation of memoryOf(env)) generation.delete(code);
}

/** Remembers a live route, or forgets a dead one. Misses and dead codes are never remembered: either may come to life at any moment. */
export function remember(env: Env, code: string, route: Route, now: number): void {
  if (route.state !== 'live') {
    forget(env, code);
    return;
  }
  const [younger, older] = memoryOf(env);
  const isFull = younger.size >= MAX_ROUTES / 2;
  const memory: Memory = isFull ? [new Map(), younger] : [younger, older];
  memory[0].set(code, { route, readAt: now });
  memories.set(env, memory);
}
