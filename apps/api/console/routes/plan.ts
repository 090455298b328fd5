/** The plan, and asking the operator for another one. */
import { PLANS, type Plan } from '#domain/plans';
import { currentSettings } from '../../settings';
import { askForUpgrade, latestUpgrade, withdrawUpgrade } from '../../upgrades';
import { createHandlers } from '../context';
import { readFields } from '../form';
import { noticeOf } from '../notices';
import { show } from '../page';
import { planPage } from '../pages/plan';

export const getPlan = createHandlers(async (c) => {
  const { id, plan } = c.get('account');
  const [upgrade, { activeKeys }] = await Promise.all([latestUpgrade(c.env, id), currentSettings(c.env, c.get('now'))]);
  const policy = c.get('config').planPolicy;
  return show(c, planPage({ plan, policy, activeKeys, upgrade, notice: noticeOf(c.req.query('done')) }));
});

/** A plan above the one the account has; what else a form may say asks for nothing. */
const higherPlan = (text: string | undefined, current: Plan): Plan | undefined =>
  PLANS.slice(PLANS.indexOf(current) + 1).find((plan) => plan === text);

export const postUpgrade = createHandlers(async (c) => {
  const account = c.get('account');
  const plan = higherPlan((await readFields(c)).plan, account.plan);
  if (plan === undefined) return c.redirect('/console/plan', 303);
  await askForUpgrade(c.env, account.id, plan, c.get('now'));
  return c.redirect('/console/plan?done=upgrade-asked', 303);
});

export const postWithdrawal = createHandlers(async (c) => {
  await withdrawUpgrade(c.env, c.get('account').id);
  return c.redirect('/console/plan?done=upgrade-withdrawn', 303);
});
