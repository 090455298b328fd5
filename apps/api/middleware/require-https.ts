/**
 * Refuses plain http, never redirects it: the key has already travelled in the clear (answers, section 14). The health
 * address answers anyway.
 */
import { Refusal } from '#domain/refusal';
import { createMiddleware } from '../context';
import { health } from '../routes/health';

export const requireHttps = createMiddleware(async (c, next) => {
  const isPlain = c.req.url.startsWith('http:') && c.req.path !== health.path;
  if (c.get('config').requireHttps && isPlain) throw new Refusal('HTTPS_REQUIRED');
  await next();
});
