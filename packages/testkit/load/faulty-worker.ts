/**
 * The redirect worker with FaultyStatistics in front of its statistics. `/.deliveries` returns the counts of
 * deliveries.
 */
import type { Env } from '#redirect/env';
import redirect from '#redirect/worker';
import { FaultyStatistics } from './faulty-statistics';

export { ClickCounter, Statistics } from '#redirect/worker';

type FaultyEnv = Env & { readonly FAULT_SEED: string };

/** One environment object for all requests, because the worker's caches are keyed by that object. */
const faulty = new WeakMap<Env, { readonly env: Env; readonly statistics: FaultyStatistics }>();

function makeFaulty(env: FaultyEnv) {
  const known = faulty.get(env);
  if (known !== undefined) return known;
  const statistics = new FaultyStatistics(env.STATISTICS, Number(env.FAULT_SEED));
  const made = { env: { ...env, STATISTICS: statistics.namespace }, statistics };
  faulty.set(env, made);
  return made;
}

export default {
  async fetch(request, bindings, ctx): Promise<Response> {
    const { env, statistics } = makeFaulty(bindings);
    // No code begins with a dot, so this path hides no link.
    if (new URL(request.url).pathname === '/.deliveries') return Response.json(statistics.deliveryCounts);
    return redirect.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<FaultyEnv>;
