/**
 * The way to the developer console, which has a map of its own. It is loaded with its first request: what is heavy in it
 * must not weigh on the worker's start (docs/adr/0015).
 */
import { createMiddleware } from '#api/http/context';
import { Refusal } from '#domain/refusal';

export const consolePages = createMiddleware(async (c) => {
  if (c.get('config').consoleOrigin === undefined) throw new Refusal('UNKNOWN_ROUTE');
  const { consoleApp } = await import('./console');
  return consoleApp.fetch(c.req.raw, c.env, c.executionCtx);
});
