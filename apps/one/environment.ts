/** What both workers in one script are bound to, and what it calls itself where nobody has said. */
import type { Env as ApiEnv } from '#api/platform/env';
import type { Env as RedirectEnv } from '#redirect/env';
import { perIsolate } from '#store/per-isolate';

export type Env = ApiEnv & RedirectEnv;

/** Where no request names an address: at the start and in the cron, which make no short address. */
export const ADDRESS_UNKNOWN = 'https://swiftlet.invalid';

const environmentsOf = perIsolate<Env, Map<string, Env>>(() => new Map());

/** An account has one workers.dev name, and a script one address below it; tests and previews may see a few. */
const MAX_KNOWN = 8;

/**
 * The environment of a request. A deployment that was told where short links are keeps to it. One that was not is at its
 * address on workers.dev, by which Cloudflare alone reaches it: nobody else can name it otherwise. The console is there
 * too, unless it was told a host of its own.
 * @param origin of the request
 * @throws Error where the console has a host, and short links have none: no request to it could tell theirs
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
