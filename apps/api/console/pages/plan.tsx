/** The page of plans: what the account uses, what each plan grants, and the request for another plan. */
import type { Child, FC } from 'hono/jsx';
import { PLAN_LIMITS, PLANS, type Plan } from '#domain/plans';
import type { ConsolePage } from '../page';
import { planName } from '../plan-name';
import { Card, formatCount, Head } from './components';
import { Operator } from './operator';
import { PlanCard } from './plan-card';
import { RequestCard, RequestForm } from './plan-request';
import type { PlanView } from './plan-view';

export const planPage = (view: PlanView): ConsolePage => ({
  title: 'Plan',
  section: 'plan',
  own: 'account',
  main: (
    <>
      <Head title="Plan" lead={leadOf(view.plan)} />
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

const leadOf = (plan: Plan): string =>
  plan === PLANS.at(-1)
    ? `You are on ${planName(plan)}, the largest plan.`
    : `You are on ${planName(plan)}. Request a larger plan, and the operator decides.`;

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

/** The calls of the key that has used most of its month, because each key has a limit of its own. */
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
  return (
    <Use
      label="Calls this month"
      used={busiest.used}
      of={busiest.quota}
      resets={busiest.monthEndsAt}
      aside={keys.length > 1 && <a href="/console/keys">All keys</a>}
    >
      {busiest.used === 0 ? (
        'No calls yet this month'
      ) : (
        <>
          {keys.length === 1 ? 'Key ' : 'Busiest key: '}
          <a href={`/console/keys/${busiest.id}`}>{busiest.name}</a>
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
  /** Whether more are used than were counted. */
  isMore?: boolean;
  of?: number;
  /** When the count begins anew, epoch milliseconds. */
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
