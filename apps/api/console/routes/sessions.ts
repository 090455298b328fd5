/** The forms that end one session of the account, or all others. */
import { endOtherSessions, endSession } from '#api/sign-in/sessions';
import { Refusal } from '#domain/refusal';
import { actorOf } from '../actor';
import { END_OTHER_SESSIONS, END_SESSION } from '../forms/declared/account';
import { handleForm } from '../forms/handle-form';
import { showAccount } from './account';

export const postSessionEnd = handleForm(END_SESSION, {
  async run(c) {
    const { id: accountId } = c.get('account');
    const ended = await endSession(c.env, accountId, c.req.param('id') ?? '', actorOf(c), c.get('now'));
    if (!ended) throw new Refusal('UNKNOWN_ROUTE');
    return { to: '/console/account', notice: 'session-ended' };
  },
  show: showAccount,
});

export const postOtherSessionsEnd = handleForm(END_OTHER_SESSIONS, {
  async run(c) {
    await endOtherSessions(c.env, c.get('account').id, c.get('sessionId'), actorOf(c), c.get('now'));
    return { to: '/console/account', notice: 'sessions-ended' };
  },
  show: showAccount,
});
