/** What can be asked by whoever is signed in: three hundred requests a minute of one account, exactly. */
import { countInWindow } from '../../account-windows';
import { createMiddleware } from '../context';
import { showTooMany } from '../too-many';

export const limitAccount = createMiddleware(async (c, next) => {
  const { isAdmitted, reading } = await countInWindow(c.env, 'console', c.get('account').id);
  return isAdmitted ? next() : showTooMany(c, reading.windowEndsAt);
});
