/** The page of plans: what the account uses, what each plan grants, and the request for another plan. */
import type { Child, FC } from 'hono/jsx';
import { PLANS } from '#domain/plans';
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
      <Head title="Plan" lead={`Your account is on the ${planName(view.plan)} plan.`} />
      {view.asked === undefined ? <RequestCard {...view} /> : <RequestForm {...view} asked={view.asked} />}
      <UseCard {...view} />
      <div class="plans">
        {PLANS.map((one) => (
          <PlanCard one={one} view={view} />
        ))}
      </div>
      <p class="soft small">
        Calls are counted for each key: <a href="/console/keys">see what your keys use</a>. For a smaller plan or other
        limits, ask <Operator contact={view.contact} />.
      </p>
    </>
  ),
});

/** What the account uses of its plan. The calls of each key stand on its own page. */
const UseCard: FC<PlanView> = ({ plan, settings, keys, links }) => {
  const quota = settings.linkQuota[plan];
  const most = settings.activeKeys[plan];
  return (
    <Card title="Your use">
      <div class="facts">
        <Use label="Active keys" figure={formatCount(keys)} of={formatCount(most)}>
          <progress
            id="active-keys"
            class={keys >= most ? 'full' : undefined}
            value={Math.min(keys, most)}
            max={most}
          />
        </Use>
        <Use label="Links" figure={`${formatCount(links.count)}${links.isMore ? '+' : ''}`}>
          <p class="soft small">
            {quota === null ? 'No limit' : `A key may make ${formatCount(quota)} more each month`}
          </p>
        </Use>
      </div>
    </Card>
  );
};

const Use: FC<{ label: Child; figure: string; of?: string; children: Child }> = ({ label, figure, of, children }) => (
  <div>
    <p class="soft small">{label}</p>
    <p>
      <span class="number">{figure}</span>
      {of !== undefined && <span class="soft"> of {of}</span>}
    </p>
    {children}
  </div>
);
