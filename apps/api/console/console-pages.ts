/**
 * The handler that passes requests on to the console's own app. It imports the console with the first request, so that
 * its heavy libraries do not slow the worker's start (docs/design/console-and-forms.md).
 */
import { createMiddleware } from '#api/http/context';
import { Refusal } from '#domain/refusal';

export const consolePages = createMiddleware(async (c) => {
  if (c.get('config').consoleOrigin === undefined) throw new Refusal('UNKNOWN_ROUTE');
  const { consoleApp } = await import('./console');
  return consoleApp.fetch(c.req.raw, c.env, c.executionCtx);
});
