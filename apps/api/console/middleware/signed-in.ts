/** The door of the pages behind it: a browser that is not signed in is sent to the page where it can. */
import { logFault } from '../../log';
import { createMiddleware } from '../context';
import { clearCookie, readCookie } from '../cookie';
import { findSession, markSeen } from '../sessions';

export const signedIn = createMiddleware(async (c, next) => {
  const token = readCookie(c);
  const found = token === undefined ? null : await findSession(c.env, token, c.get('now'));
  if (found === null) {
    if (token !== undefined) clearCookie(c);
    return c.redirect('/console/sign-in', 303);
  }
  c.set('account', found.account);
  c.set('sessionId', found.sessionId);
  if (found.isSeenLate) {
    const seen = markSeen(c.env, found.sessionId, c.get('now'));
    c.executionCtx.waitUntil(seen.catch((error) => logFault(error, { doing: 'mark seen' })));
  }
  await next();
});
