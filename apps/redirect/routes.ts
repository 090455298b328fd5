/** Where a code leads: memory, then KV, then D1. */
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { decodeRoute, type Route, routeKey } from '#domain/route';
import { findLink } from '#store/find-link';
import { routeOfLink } from '#store/link-row';
import { repairRoute } from '#store/publish';
import { withinMs } from '#store/time-limit';
import type { Visit } from './answer';
import type { Env } from './env';
import { recall, remember } from './memory';
import { misses } from './misses';

/** Edge locations look at KV again after this long: how fast a block or a deletion travels (30 is KV's least). */
const KV_CACHE_SECONDS = 30;
/** KV that takes longer is a miss: D1 answers faster than a visitor leaves. */
const KV_LIMIT_MS = 250;
const D1_LIMIT_MS = 5_000;
const MISSES_RETRY_SECONDS = 60;

/**
 * The route of a code; null for a code that no link ever had.
 * @throws Refusal for a client that guesses codes; what D1 throws, when KV does not have the route and D1 is away
 */
export async function findRoute(code: string, one: Visit, env: Env, ctx: ExecutionContext): Promise<Route | null> {
  const remembered = recall(env, code, one.now);
  if (remembered !== null) return remembered;
  return remembering(code, one, env, (await readKv(code, env)) ?? (await readD1(code, one, env, ctx)));
}

/** The route of a code as D1 has it now, for a visit that came with an old one. */
export async function newestRoute(code: string, one: Visit, env: Env): Promise<Route | null> {
  const link = await readLink(code, env);
  return remembering(code, one, env, link && routeOfLink(link));
}

function remembering(code: string, { now }: Visit, env: Env, route: Route | null): Route | null {
  if (route !== null) remember(env, code, route, now);
  return route;
}

/** An error of KV is a miss: D1 still knows the link. So is a value that this version cannot read. */
async function readKv(code: string, env: Env): Promise<Route | null> {
  const read = env.ROUTES.get(routeKey(code), { type: 'text', cacheTtl: KV_CACHE_SECONDS });
  const text = await withinMs(KV_LIMIT_MS, read).catch(() => null);
  return text === null ? null : decodeRoute(text);
}

/** KV remembers misses, and a code may have been probed before it was made. What KV lacks is put there after the answer. */
async function readD1(code: string, { request, now }: Visit, env: Env, ctx: ExecutionContext): Promise<Route | null> {
  const tooMany = () => new Refusal('WINDOW_EXCEEDED', { retryAfter: MISSES_RETRY_SECONDS });
  if (misses.isRefused(request, env, now)) throw tooMany();
  const link = await readLink(code, env);
  if (link === null) {
    if (!(await misses.allows(request, env, now))) throw tooMany();
    return null;
  }
  ctx.waitUntil(repairRoute(env, code, now).catch(() => undefined)); // the next miss tries again
  return routeOfLink(link);
}

/** The link of a code as the primary of D1 has it, unless that takes too long. */
export const readLink = (code: string, env: Env): Promise<Link | null> => withinMs(D1_LIMIT_MS, findLink(env, code));
