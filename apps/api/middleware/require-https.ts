/**
 * Refuses plain http, never redirects it: the key has already travelled in the clear (answers, section 14). The health
 * address answers anyway.
 */
import { createMiddleware } from '#api/http/context';
import { health } from '#api/routes/health';
import { isPlainHttp } from '#domain/plain-http';
import { Refusal } from '#domain/refusal';

export const requireHttps = createMiddleware(async (c, next) => {
  const { requireHttps: isRequired, trustForwardedProto } = c.get('config');
  const forwardedProto = trustForwardedProto ? (c.req.header('X-Forwarded-Proto') ?? null) : null;
  if (isRequired && c.req.path !== health.path && isPlainHttp(c.req.url, forwardedProto)) {
    throw new Refusal('HTTPS_REQUIRED');
  }
  await next();
});
