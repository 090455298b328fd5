/** The responses of GET /health and GET /health/ready. They are apart from the schemas, so that they load none. */
import type { Context } from 'hono';
import type { AppEnv } from '#api/http/context';
import { overloaded } from '#domain/refusal';
import { isReady } from '#store/readiness';

export const health = (c: Context) => c.json({ status: 'ok' as const });

/** @throws Refusal while the service is not ready (specification 16.1) */
export async function ready(c: Context<AppEnv>) {
  if (!(await isReady(c.env, c.get('now'), c.executionCtx))) throw overloaded();
  return health(c);
}
