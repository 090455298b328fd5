/** The routes an isolate has just read: hot codes need not ask KV again. */
import { hasExpired } from '#domain/link';
import type { LiveRoute, Route } from '#domain/route';
import type { Env } from './env';

/** How long a change may go unseen by an isolate that has the old route (specification 8.8). */
const LASTS_MS = 10_000;
const MAX_ROUTES = 5_000;
/** Characters of their destinations, as many bytes: links of 0.10.0 may have 73,504 each, and an isolate has 128 MB. */
const MAX_CHARACTERS = 8_000_000;

type Entry = { readonly route: LiveRoute; readonly readAt: number };
/** Two generations: when the younger has half of what there may be, the older is forgotten whole, at no cost. */
type Memory = readonly [younger: Map<string, Entry>, older: Map<string, Entry>, charactersOfYounger: number];
const memories = new WeakMap<Env, Memory>();

const memoryOf = (env: Env): Memory => memories.get(env) ?? [new Map(), new Map(), 0];

const charactersOf = ({ target }: LiveRoute): number => (target === 'protected' ? 0 : target.location.length);

/** A route that is at most ten seconds old, or null. */
export function recall(env: Env, code: string, now: number): LiveRoute | null {
  const [younger, older] = memoryOf(env);
  const entry = younger.get(code) ?? older.get(code);
  if (entry === undefined || now < entry.readAt || now - entry.readAt >= LASTS_MS) return null;
  return hasExpired(entry.route.expiresAt, now) ? null : entry.route;
}

/** Forgets a code, because its counter has just said that its clicks are used up. */
export function forget(env: Env, code: string): void {
  const [younger, older] = memoryOf(env);
  younger.delete(code);
  older.delete(code);
}

/** Remembers a live route, or forgets a dead one. Misses and dead codes are never remembered: either may come to life at any moment. */
export function remember(env: Env, code: string, route: Route, now: number): void {
  if (route.state !== 'live') {
    forget(env, code);
    return;
  }
  const [younger, older, characters] = memoryOf(env);
  const isFull = younger.size >= MAX_ROUTES / 2 || characters >= MAX_CHARACTERS / 2;
  const [first, second, before] = isFull ? [new Map(), younger, 0] : [younger, older, characters];
  first.set(code, { route, readAt: now });
  memories.set(env, [first, second, before + charactersOf(route)]);
}
