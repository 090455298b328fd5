/**
 * Refuses requests over plain http. It does not redirect them, because the key has already been sent unencrypted
 * (specification 2.3).
 */
import { isPlainHttp } from '#domain/plain-http';
import { Refusal } from '#domain/refusal';
import { createMiddleware } from './context';

export const requireHttps = createMiddleware(async (c, next) => {
  const { requireHttps: isRequired, trustForwardedProto } = c.get('config');
  const forwardedProto = trustForwardedProto ? (c.req.header('X-Forwarded-Proto') ?? null) : null;
  if (isRequired && isPlainHttp(c.req.url, forwardedProto)) throw new Refusal('HTTPS_REQUIRED');
  await next();
});
