/** The environment of the one script: the bindings of both workers, and the origins of short links and the console. */
import type { Env as ApiEnv } from '#api/platform/env';
import type { Env as RedirectEnv } from '#redirect/env';
import { perIsolate } from '#store/per-isolate';

export type Env = ApiEnv & RedirectEnv;

/** The placeholder address at the start of a worker and in the cron. Both have no request, and make no short URL. */
export const ADDRESS_UNKNOWN = 'https://swiftlet.invalid';

const environmentsOf = perIsolate<Env, Map<string, Env>>(() => new Map());

/** How many environments an isolate caches. A script has one address on workers.dev; tests and previews use a few. */
const MAX_KNOWN = 8;

/**
 * Returns the environment of a request. Unless CONSOLE_ORIGIN is set, the console has the address of short links.
 * Without SHORT_BASE_URL that address is the origin of the request, but only on workers.dev: only Cloudflare assigns
 * these names, so no client can forge one. On any other host the address is the placeholder.
 * @param origin the origin of the request
 * @throws Error if CONSOLE_ORIGIN is set without SHORT_BASE_URL: a request to the console does not name the short host
 */
export function environmentAt(env: Env, origin: string): Env {
  if (env.SHORT_BASE_URL && env.CONSOLE_ORIGIN) return env;
  if (env.CONSOLE_ORIGIN) throw new Error('Configuration: CONSOLE_ORIGIN needs SHORT_BASE_URL beside it');
  const isOurs = origin === ADDRESS_UNKNOWN || origin.endsWith('.workers.dev');
  const address = env.SHORT_BASE_URL || (isOurs ? origin : ADDRESS_UNKNOWN);
  const known = environmentsOf(env);
  const found = known.get(address);
  if (found !== undefined) return found;
  if (known.size === MAX_KNOWN) known.clear();
  const made = { ...env, SHORT_BASE_URL: address, CONSOLE_ORIGIN: address };
  known.set(address, made);
  return made;
}
