/** The browsers that are signed in to an account: one ended, or all others. */
import { createHandlers } from '../context';
import { endOtherSessions, endSession } from '../sessions';

export const postSessionEnd = createHandlers(async (c) => {
  const ended = await endSession(c.env, c.get('account').id, c.req.param('id') ?? '');
  return ended ? c.redirect('/console/account?done=session-ended', 303) : c.notFound();
});

export const postOtherSessionsEnd = createHandlers(async (c) => {
  await endOtherSessions(c.env, c.get('account').id, c.get('sessionId'));
  return c.redirect('/console/account?done=sessions-ended', 303);
});
