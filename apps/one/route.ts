/** Which of the two workers a request is for. */
import type { createApp } from '#api/app';
import type { Env } from './environment';

export type Route = 'api' | 'short' | 'nobody';

type App = ReturnType<typeof createApp>;

const known = new WeakMap<App, ReadonlySet<string>>();

/** The first segments of the API's paths. route.test.ts shows that each is an invalid or a reserved code. */
export function apiSegments(api: App): ReadonlySet<string> {
  const found = known.get(api);
  if (found !== undefined) return found;
  const first = api.routes.map(({ path }) => path.split('/')[1] ?? '');
  const segments = new Set(first.filter((segment) => segment !== '' && segment !== '*'));
  known.set(api, segments);
  return segments;
}

const hostOf = (origin: string | undefined): string | undefined => URL.parse(origin ?? '')?.host;

/** The worker that a request is for: by its host if each worker has one, by its path if both share one. */
export function routeOf({ host, pathname }: URL, env: Env, api: App): Route {
  const [apiHost, shortHost] = [hostOf(env.CONSOLE_ORIGIN), hostOf(env.SHORT_BASE_URL)];
  if (apiHost !== undefined && apiHost !== shortHost)
    return host === apiHost ? 'api' : host === shortHost ? 'short' : 'nobody';
  if (host !== shortHost) return 'nobody';
  return apiSegments(api).has(pathname.split('/')[1] ?? '') ? 'api' : 'short';
}
