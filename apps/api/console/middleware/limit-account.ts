/** The limit of an account: exactly 300 requests a minute over all its browsers (specification 14.4). */
import { countInWindow } from '#api/accounts/account-windows';
import { createMiddleware } from '../context';
import { rememberOverLimit } from '../session-lookup';
import { showTooMany } from '../too-many';

export const limitAccount = createMiddleware(async (c, next) => {
  const { isAdmitted, reading } = await countInWindow(c.env, 'console', c.get('account').id);
  if (isAdmitted) return next();
  await rememberOverLimit(c, reading.windowEndsAt);
  return showTooMany(c, reading.windowEndsAt);
});
