/** The page of plans, and the forms that request another plan or withdraw the request. */

import type { Child, FC } from 'hono/jsx';
import { activeKeyNames, type NamedKey, withKeyUse } from '#api/accounts/keys';
import { askForUpgrade, latestRequest, type PlanRequest, withdrawUpgrade } from '#api/accounts/upgrades';
import { countOfLinks, parseLinkCount } from '#api/links/few-links';
import { oneTrip } from '#api/platform/one-trip';
import { currentSettings } from '#api/platform/settings';
import { PLAN_LIMITS, PLANS, type Plan } from '#domain/plans';
import { Card, formatCount, Head } from '../components';
import { type ConsoleContext, createHandlers } from '../context';
import type { Forms } from '../forms/form';
import { handleForm, type RefusedStatus } from '../forms/handle-form';
import { readForms } from '../forms/kept-in-browser';
import { type ConsolePage, show } from '../page';
import { readActor } from '../sign-in/session';
import { namePlan } from '../words';
import { REQUEST_PLAN, WITHDRAW_PLAN } from './forms';
import { Operator, PlanCard, type PlanView, RequestCard, RequestForm } from './plan-cards';

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
  const use = { keys, links: parseLinkCount(links), asked: isOpen ? undefined : asked };
  return show(c, planPage({ plan, policy, settings, ...use, request, contact, now, forms }), status);
}

export const getPlan = createHandlers(async (c) => showPlan(c, await readForms(c)));

/** Returns the plan that a form names, if it is above the current one; otherwise undefined. */
const higherPlan = (text: string | undefined, current: Plan): Plan | undefined =>
  PLANS.slice(PLANS.indexOf(current) + 1).find((plan) => plan === text);

export const postUpgrade = handleForm(REQUEST_PLAN, {
  async run(c, sent) {
    const account = c.get('account');
    const plan = higherPlan(sent.plan, account.plan);
    if (plan === undefined) return { to: '/console/plan' };
    const reason = sent.reason?.trim() || null;
    await askForUpgrade(c.env, account.id, { plan, reason }, readActor(c), c.get('now'));
    return { to: '/console/plan#request' };
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

const planPage = (view: PlanView): ConsolePage => ({
  title: 'Plan',
  section: 'plan',
  own: 'account',
  main: (
    <>
      <Head title="Plan" lead={formatLead(view.plan)} />
      {view.asked === undefined && <RequestCard {...view} />}
      <UsageCard {...view} />
      <div class="plans">
        {PLANS.map((one) => (
          <>
            <PlanCard one={one} view={view} />
            {one === view.asked && <RequestForm {...view} asked={one} />}
          </>
        ))}
      </div>
      <p class="soft small">
        For a smaller plan or other limits, ask <Operator contact={view.contact} />.
      </p>
    </>
  ),
});

const formatLead = (plan: Plan): string =>
  plan === PLANS.at(-1)
    ? `You are on ${namePlan(plan)}, the largest plan.`
    : `You are on ${namePlan(plan)}. Request a larger plan, and the operator decides.`;

/** What the account uses of its plan. */
const UsageCard: FC<PlanView> = ({ plan, settings, keys, links }) => {
  const quota = settings.linkQuota[plan];
  const most = settings.activeKeys[plan];
  return (
    <Card title="Usage">
      <div class="usage">
        <Calls plan={plan} keys={keys} />
        <Use label="Active keys" used={keys.length} of={most}>
          {keys.length >= most ? 'Revoke one to create another' : `${formatCount(most - keys.length)} more possible`}
        </Use>
        <Use label="Links" used={links.count} isMore={links.isMore}>
          {quota === null ? 'No limit' : `A key may make ${formatCount(quota)} more each month`}
        </Use>
      </div>
    </Card>
  );
};

/** The calls of all active keys. Each has a limit of its own, so the one that is nearest to its limit is named. */
const Calls: FC<Pick<PlanView, 'plan' | 'keys'>> = ({ plan, keys }) => {
  const known = keys.flatMap(({ id, name, use }) =>
    use === null ? [] : [{ id, name, used: use.reading.quota - use.reading.quotaRemaining, ...use.reading }],
  );
  const [busiest] = known.toSorted((one, other) => other.used / other.quota - one.used / one.quota);
  if (busiest === undefined)
    return (
      <Use label="Calls this month" used={keys.length === 0 ? 0 : null} of={PLAN_LIMITS[plan].callsPerMonth}>
        {keys.length === 0 ? <a href="/console/keys">Create your first key</a> : 'Not known at the moment'}
      </Use>
    );
  const sum = known.reduce((total, { used }) => total + used, 0);
  const link = <a href={`/console/keys/${busiest.id}`}>{busiest.name}</a>;
  const resets = busiest.monthEndsAt;
  if (keys.length === 1)
    return (
      <Use label="Calls this month" used={sum} of={busiest.quota} resets={resets}>
        {sum === 0 ? 'No calls yet this month' : <>Key {link}</>}
      </Use>
    );
  const counted = known.length < keys.length ? `${known.length} of ${keys.length} active keys` : 'all active keys';
  return (
    <Use label={`Calls this month, ${counted}`} used={sum} resets={resets} aside={<a href="/console/keys">Keys</a>}>
      {sum === 0 ? (
        'No calls yet this month'
      ) : (
        <>
          Nearest to its limit: {link}, {formatCount(busiest.used)} of {formatCount(busiest.quota)}
        </>
      )}
    </Use>
  );
};

/** A month begins in UTC. */
const RESET = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

type UseProps = {
  label: string;
  /** Null where it is unknown. */
  used: number | null;
  /** Whether there are more than were counted. */
  isMore?: boolean;
  of?: number;
  /** When the count starts again at 0, epoch milliseconds. */
  resets?: number;
  /** What stands at the end of the label's line. */
  aside?: Child;
  children: Child;
};

const Use: FC<UseProps> = ({ label, used, isMore = false, of, resets, aside, children }) => (
  <div>
    <p class="soft small between">
      <span>{label}</span>
      {aside}
    </p>
    <p>
      <span class="number">{used === null ? '–' : `${formatCount(used)}${isMore ? '+' : ''}`}</span>
      {of !== undefined && <span class="soft"> of {formatCount(of)}</span>}
    </p>
    {of !== undefined && used !== null && (
      <progress class={used >= of ? 'full' : undefined} value={Math.min(used, of)} max={of} aria-label={label} />
    )}
    {resets !== undefined && (
      <p class="soft small">
        Resets <time datetime={new Date(resets).toISOString()}>{RESET.format(resets)}</time>
      </p>
    )}
    <p class="soft small clip">{children}</p>
  </div>
);
