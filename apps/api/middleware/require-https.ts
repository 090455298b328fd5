/** Refuses plain http, never redirects it: the key has already travelled in the clear (answers, section 14). */
import { Refusal } from '#domain/refusal';
import { createMiddleware } from '../context';

export const requireHttps = createMiddleware(async (c, next) => {
  if (c.get('config').requireHttps && c.req.url.startsWith('http:')) throw new Refusal('HTTPS_REQUIRED');
  await next();
});
