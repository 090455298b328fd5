/** A route: what the worker knows of an endpoint before it loads the endpoint's file (docs/design/cost-limits.md). */
import type { Endpoint } from './endpoint';

/** Tests compare these properties with those of the loaded endpoint. */
export type Route = Pick<Endpoint, 'method' | 'path' | 'access' | 'ignoresLimits' | 'allowsPlainHttp'> & {
  readonly load: () => Promise<Endpoint>;
  /** The handlers of an endpoint that is not loaded to respond, because it reads no input. */
  readonly handlers?: Endpoint['handlers'];
};

/**
 * @param file loads the file that exports the endpoint; it may export more
 * @param more the properties that few endpoints have
 */
export const route = (
  method: Endpoint['method'],
  path: Endpoint['path'],
  access: Endpoint['access'],
  file: () => Promise<object>,
  more: Pick<Route, 'ignoresLimits' | 'allowsPlainHttp' | 'handlers'> = {},
): Route => ({ method, path, access, ...more, load: async () => endpointIn(await file(), method, path) });

function endpointIn(file: object, method: string, path: string): Endpoint {
  const exported: Partial<Endpoint>[] = Object.values(file);
  const found = exported.find((one) => one.method === method && one.path === path);
  if (found === undefined) throw new Error(`The file of ${method} ${path} exports no such endpoint`);
  return found as Endpoint;
}
