/** Where a code leads: KV first, D1 on a miss or an error. */
import { decodeRoute, type Route, routeKey } from '#domain/route';
import { databaseFor } from '#store/database';
import { LINK_COLUMNS, type LinkRow, linkOf, routeOfLink } from '#store/link-row';
import { repairRoute } from '#store/publish';
import type { Env } from './env';

/** Edge locations look at KV again after this long: how fast a block or a deletion travels (30 is KV's least). */
const KV_CACHE_SECONDS = 30;

/**
 * The route of a code; null for a code that no link ever had. A miss in KV asks D1, because KV remembers misses and a
 * code may have been probed before it was made. A route that KV lacks is put there after the answer.
 * @throws what D1 throws, when KV does not have the route and D1 does not answer
 */
export async function findRoute(code: string, now: number, env: Env, ctx: ExecutionContext): Promise<Route | null> {
  const route = await readKv(code, env);
  if (route !== null) return route;
  const row = await databaseFor(env, code)
    .withSession('first-primary')
    .prepare(`SELECT ${LINK_COLUMNS} FROM links WHERE code = ?1`)
    .bind(code)
    .first<LinkRow>();
  if (row === null) return null;
  ctx.waitUntil(repairRoute(env, code, now).catch(() => undefined)); // the next miss tries again
  return routeOfLink(linkOf(row));
}

/** An error of KV is a miss: D1 still knows the link. So is a value that this version cannot read. */
async function readKv(code: string, env: Env): Promise<Route | null> {
  const text = await env.ROUTES.get(routeKey(code), { type: 'text', cacheTtl: KV_CACHE_SECONDS }).catch(() => null);
  return text === null ? null : decodeRoute(text);
}
