/** Runs the stages and the handlers of a route. The first request that passes the stages loads the handlers. */
import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv } from './context';
import type { Endpoint } from './endpoint';
import type { Route } from './route';
import type { Stage } from './stage';

type Handlers = Endpoint['handlers'];
type OnError = (error: Error, c: AppContext) => Response;

/**
 * @param stages the stages of the route, in their order
 * @param respondTo makes the response to a thrown error, as `app.onError` does
 */
export function handlerOf(
  { load, handlers: known }: Pick<Route, 'load' | 'handlers'>,
  stages: readonly Stage['run'][],
  respondTo: OnError,
): MiddlewareHandler<AppEnv> {
  let handlers = known;
  const endpoint = async (c: AppContext) => {
    handlers ??= (await load()).handlers;
    await runFrom(0, handlers, c, respondTo);
  };
  const all = [...stages, endpoint];
  return (c) => runFrom(0, all, c, respondTo);
}

/**
 * Runs handlers as Hono does, each within the one before it. An error becomes the response at once, so that the handlers
 * around it see a response too. Hono's own `compose` would lose the parameters of the path here.
 */
async function runFrom(at: number, handlers: Handlers, c: AppContext, respondTo: OnError): Promise<void> {
  try {
    const response = await handlers[at]?.(c, () => runFrom(at + 1, handlers, c, respondTo));
    if (response instanceof Response && !c.finalized) c.res = response;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    c.res = respondTo(error, c);
  }
}
