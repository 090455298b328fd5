/**
 * The redirect worker with UnrulyStatistics in front of its statistics. `/.unruliness` returns the counts of
 * deliveries.
 */
import type { Env } from '#redirect/env';
import redirect from '#redirect/worker';
import { UnrulyStatistics } from './unruly-statistics';

export { ClickCounter, Statistics } from '#redirect/worker';

type UnrulyEnv = Env & { readonly UNRULY_SEED: string };

/** One environment for all requests, because the worker's caches are keyed by it. */
const unruly = new WeakMap<Env, { readonly env: Env; readonly statistics: UnrulyStatistics }>();

function unrulyOf(env: UnrulyEnv) {
  const known = unruly.get(env);
  if (known !== undefined) return known;
  const statistics = new UnrulyStatistics(env.STATISTICS, Number(env.UNRULY_SEED));
  const made = { env: { ...env, STATISTICS: statistics.namespace }, statistics };
  unruly.set(env, made);
  return made;
}

export default {
  async fetch(request, bindings, ctx): Promise<Response> {
    const { env, statistics } = unrulyOf(bindings);
    // No code begins with a dot, so this path hides no link.
    if (new URL(request.url).pathname === '/.unruliness') return Response.json(statistics.unruliness);
    return redirect.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<UnrulyEnv>;
