/** Which of the two workers a request is for, and the environment that both have in one script. */
import type { createApp } from '#api/app';
import type { Env as ApiEnv } from '#api/platform/env';
import type { Env as RedirectEnv } from '#redirect/env';
import { perIsolate } from '#store/isolate';

export type Route = 'api' | 'short' | 'nobody';

type App = ReturnType<typeof createApp>;

const known = new WeakMap<App, ReadonlySet<string>>();

/** The first segments of the API's paths. route.test.ts shows that each is an invalid or a reserved code. */
export function listApiSegments(api: App): ReadonlySet<string> {
  const found = known.get(api);
  if (found !== undefined) return found;
  const first = api.routes.map(({ path }) => path.split('/')[1] ?? '');
  const segments = new Set(first.filter((segment) => segment !== '' && segment !== '*'));
  known.set(api, segments);
  return segments;
}

const parseHost = (origin: string | undefined): string | undefined => URL.parse(origin ?? '')?.host;

/** The worker that a request is for: by its host if each worker has one, by its path if both share one. */
export function chooseRoute({ host, pathname }: URL, env: Env, api: App): Route {
  const [apiHost, shortHost] = [parseHost(env.CONSOLE_ORIGIN), parseHost(env.SHORT_BASE_URL)];
  if (apiHost !== undefined && apiHost !== shortHost)
    return host === apiHost ? 'api' : host === shortHost ? 'short' : 'nobody';
  if (host !== shortHost) return 'nobody';
  return listApiSegments(api).has(pathname.split('/')[1] ?? '') ? 'api' : 'short';
}

/** The bindings of both workers, and the origins of short links and the console. */
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
export function makeEnvironment(env: Env, origin: string): Env {
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
