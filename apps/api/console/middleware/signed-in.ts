/**
 * Passes on the requests of signed-in browsers, and sets `account`, `sessionId` and `answeredAt`. Other requests are redirected to
 * the sign-in page. A request gets 429 where its network or its account is over the limit.
 */
import { markSeen } from '#api/sign-in/sessions';
import { logFault } from '#store/log-fault';
import { createMiddleware } from '../context';
import { clearCookie, readCookie } from '../cookie';
import { sessionOf } from '../session-lookup';
import { showTooMany } from '../too-many';
import { redirectToSignIn } from './redirect-to-sign-in';

export const signedIn = createMiddleware(async (c, next) => {
  const lookup = await sessionOf(c);
  if ('refusedUntil' in lookup) return showTooMany(c, lookup.refusedUntil);
  const { found } = lookup;
  if (found === null) {
    if (readCookie(c) !== undefined) clearCookie(c);
    return redirectToSignIn(c);
  }
  c.set('account', found.account);
  c.set('sessionId', found.sessionId);
  c.set('answeredAt', found.answeredAt);
  if (found.isSeenAtStale) {
    const seen = markSeen(c.env, found.sessionId, c.get('now'));
    c.executionCtx.waitUntil(seen.catch((error) => logFault(error, { doing: 'mark seen' })));
  }
  await next();
});
