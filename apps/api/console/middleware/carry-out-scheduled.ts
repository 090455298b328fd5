/**
 * Carries out the deletions of the account that are due, and sets `scheduled` to the others. It runs before every page
 * and form of links, so that none shows or changes a link whose ten seconds are over (specification 14.10).
 */
import { propagateAll } from '#api/links/propagate';
import { carryOutDeletions, scheduledOf } from '#api/links/scheduled-deletions';
import { createMiddleware } from '../context';

export const carryOutScheduled = createMiddleware(async (c, next) => {
  const now = c.get('now');
  const { id: accountId } = c.get('account');
  let scheduled = await scheduledOf(c.env, accountId);
  if (scheduled.some(({ dueAt }) => dueAt <= now)) {
    const deleted = await carryOutDeletions(c.env, now, accountId);
    c.executionCtx.waitUntil(propagateAll(c.env, deleted, now));
    scheduled = await scheduledOf(c.env, accountId);
  }
  c.set('scheduled', scheduled);
  await next();
});
