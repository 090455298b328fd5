/** All endpoints with their descriptions, for the reference and for tests. */
import { Hono } from 'hono';
import type { AppEnv } from '#api/http/context';
import { type Endpoint, listEndpoints } from '#api/http/endpoint';
import { GROUPS } from '#api/routes/groups';

const mounted = Object.entries(GROUPS).map(async ([prefix, load]) => new Hono<AppEnv>().route(prefix, await load()));

export const ENDPOINTS: readonly Endpoint[] = (await Promise.all(mounted)).flatMap(listEndpoints);

/** Returns the endpoint with an `operationId`. */
export function endpointNamed(id: string): Endpoint {
  const endpoint = ENDPOINTS.find((one) => one.id === id);
  if (endpoint === undefined) throw new Error(`There is no endpoint ${id}`);
  return endpoint;
}
