/**
 * The protection against cross-site request forgery: a request that may change anything must have the console's own
 * `Origin`. Every browser sends `Origin` with a POST, and no page can forge it, so forms need no CSRF token
 * (docs/design/console-and-forms.md).
 */
import { createMiddleware, originOf } from '../context';
import { show } from '../page';
import { forgedPage } from '../pages/refused';

export const sameOrigin = createMiddleware(async (c, next) => {
  const isSafe = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isSafe && c.req.header('Origin') !== originOf(c)) return show(c, forgedPage, 403);
  await next();
});
