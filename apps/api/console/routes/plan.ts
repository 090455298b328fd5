/** The page of plans, and the forms that request another plan or withdraw the request. */
import { activeKeyNames, type NamedKey } from '#api/accounts/active-keys';
import { withKeyUse } from '#api/accounts/key-use';
import { latestRequest, type PlanRequest } from '#api/accounts/latest-request';
import { askForUpgrade, withdrawUpgrade } from '#api/accounts/upgrades';
import { countOfLinks, linkCountOf } from '#api/links/link-count';
import { oneTrip } from '#api/platform/one-trip';
import { currentSettings } from '#api/platform/settings';
import { PLANS, type Plan } from '#domain/plans';
import { actorOf } from '../actor';
import { type ConsoleContext, createHandlers } from '../context';
import { REQUEST_PLAN, WITHDRAW_PLAN } from '../forms/declared/account';
import type { Forms } from '../forms/form';
import type { RefusedStatus } from '../forms/form-refused';
import { formsOf } from '../forms/forms-of';
import { handleForm } from '../forms/handle-form';
import { show } from '../page';
import { planPage } from '../pages/plan';

async function showPlan(c: ConsoleContext, forms: Forms, status: 200 | RefusedStatus = 200): Promise<Response> {
  const { id, plan } = c.get('account');
  const now = c.get('now');
  const [[requests = [], named = [], links = []], settings] = await Promise.all([
    oneTrip(c.env.DB, [latestRequest(id), activeKeyNames(id), countOfLinks(id)]).others(),
    currentSettings(c.env, now),
  ]);
  const { planPolicy: policy, contact } = c.get('config');
  const [request = null] = requests as PlanRequest[];
  const asked = higherPlan(forms.state?.typed.plan ?? c.req.query('plan'), plan);
  const isOpen = request?.state === 'open' && request.plan === asked;
  const keys = await withKeyUse(c.env, named as NamedKey[]);
  const use = { keys, links: linkCountOf(links), asked: isOpen ? undefined : asked };
  return show(c, planPage({ plan, policy, settings, ...use, request, contact, now, forms }), status);
}

export const getPlan = createHandlers(async (c) => showPlan(c, await formsOf(c)));

/** Returns the plan that a form names, if it is above the current one; otherwise undefined. */
const higherPlan = (text: string | undefined, current: Plan): Plan | undefined =>
  PLANS.slice(PLANS.indexOf(current) + 1).find((plan) => plan === text);

export const postUpgrade = handleForm(REQUEST_PLAN, {
  async run(c, sent) {
    const account = c.get('account');
    const plan = higherPlan(sent.plan, account.plan);
    if (plan === undefined) return { to: '/console/plan' };
    const reason = sent.reason?.trim() || null;
    await askForUpgrade(c.env, account.id, { plan, reason }, actorOf(c), c.get('now'));
    return { to: '/console/plan' };
  },
  show: showPlan,
});

export const postWithdrawal = handleForm(WITHDRAW_PLAN, {
  async run(c) {
    await withdrawUpgrade(c.env, c.get('account').id);
    return { to: '/console/plan', notice: 'upgrade-withdrawn' };
  },
  show: showPlan,
});
