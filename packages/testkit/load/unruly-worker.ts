/** The redirect worker, whole, with unruly statistics between it and its objects. `/.unruliness` tells what they did. */
import type { Env } from '#redirect/env';
import redirect from '#redirect/worker';
import { UnrulyStatistics } from './unruly-statistics';

export { ClickCounter, Statistics } from '#redirect/worker';

export type UnrulyEnv = Env & { readonly UNRULY_SEED: string };

/** One for all requests: the worker keeps what it remembers by its environment. */
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
    // No code begins with a dot, so no link is hidden by this.
    if (new URL(request.url).pathname === '/.unruliness') return Response.json(statistics.unruliness);
    return redirect.fetch(request, env, ctx);
  },
} satisfies ExportedHandler<UnrulyEnv>;
