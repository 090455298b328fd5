/** GET /console/activity: what happened to the account in the last 90 days, 50 events a page. */
import { EVENTS_LAST_MS, listEvents } from '#api/accounts/account-events';
import { createHandlers } from '../context';
import { show } from '../page';
import { activityPage } from '../pages/activity';

const PER_PAGE = 50;

export const getActivity = createHandlers(async (c) => {
  const asked = c.req.query('before') ?? '';
  const before = /^\d{1,15}$/.test(asked) ? Number(asked) : null;
  const { id, createdAt } = c.get('account');
  const found = await listEvents(c.env, id, before, PER_PAGE);
  const oldest = c.get('now') - EVENTS_LAST_MS;
  const since = oldest > createdAt ? oldest : null;
  return show(c, activityPage({ ...found, isFirst: before === null, sessionId: c.get('sessionId'), since }));
});
