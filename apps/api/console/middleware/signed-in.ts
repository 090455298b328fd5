/** The door of the pages behind it: a browser that is not signed in is sent to the page where it can. 429 where its network tries too much. */
import { markSeen } from '#api/sign-in/sessions';
import { logFault } from '#store/log-fault';
import { createMiddleware } from '../context';
import { clearCookie, readCookie } from '../cookie';
import { sessionOf } from '../session-look';
import { showTooMany } from '../too-many';
import { sendToSignIn } from './way-in';

export const signedIn = createMiddleware(async (c, next) => {
  const look = await sessionOf(c);
  if ('refusedUntil' in look) return showTooMany(c, look.refusedUntil);
  const { found } = look;
  if (found === null) {
    if (readCookie(c) !== undefined) clearCookie(c);
    return sendToSignIn(c);
  }
  c.set('account', found.account);
  c.set('sessionId', found.sessionId);
  if (found.isSeenLate) {
    const seen = markSeen(c.env, found.sessionId, c.get('now'));
    c.executionCtx.waitUntil(seen.catch((error) => logFault(error, { doing: 'mark seen' })));
  }
  await next();
});
