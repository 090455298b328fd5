/** The first middleware. It sets the time, the id and the configuration of a request, and headers of every response. */

import { configOf } from '#api/platform/config';
import { newId } from '#secrets/key-text';
import { createMiddleware } from './context';

export const requestContext = createMiddleware(async (c, next) => {
  c.set('now', Date.now());
  c.set('requestId', newId());
  c.set('config', configOf(c.env));
  await next();
  const { headers } = c.res;
  if (!headers.has('Cache-Control')) headers.set('Cache-Control', 'no-store');
  headers.set('X-Content-Type-Options', 'nosniff');
});
