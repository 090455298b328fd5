/** GET /console/activity: what happened to the account in the last 90 days, 50 events a page. */
import { listEvents } from '#api/accounts/account-events';
import { createHandlers } from '../context';
import { show } from '../page';
import { activityPage } from '../pages/activity';

const PER_PAGE = 50;

export const getActivity = createHandlers(async (c) => {
  const asked = c.req.query('before') ?? '';
  const before = /^\d{1,15}$/.test(asked) ? Number(asked) : null;
  return show(
    c,
    activityPage({ ...(await listEvents(c.env, c.get('account').id, before, PER_PAGE)), isFirst: before === null }),
  );
});
