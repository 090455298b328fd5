/** What each plan gives, and asking for another one. */
import type { FC } from 'hono/jsx';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS, type Plan, type PlanFeatures, type PlanPolicy } from '#domain/plans';
import type { Upgrade } from '../../upgrades';
import type { Page } from '../page';
import { counted, Day, Head, Note } from './components';

export type PlanView = {
  readonly plan: Plan;
  readonly policy: PlanPolicy;
  readonly activeKeys: Record<Plan, number>;
  readonly upgrade: Upgrade | null;
  readonly notice: string | undefined;
};

export const planPage = ({ plan, policy, activeKeys, upgrade, notice }: PlanView): Page => ({
  title: 'Plan',
  section: 'plan',
  main: (
    <>
      <Head
        title="Plan"
        lead={`Your account is on the plan ${plan}. The operator of this service grants another one.`}
      />
      {notice && <Note>{notice}</Note>}
      {upgrade && <Answer upgrade={upgrade} isNew={notice !== undefined} />}
      <div class="plans">
        {PLANS.map((one) => (
          <section class={one === plan ? 'card mine' : 'card'}>
            <div class="line">
              <h2>{one}</h2>
              {one === plan && <span class="badge good">Yours</span>}
            </div>
            <PlanRows limits={PLAN_LIMITS[one]} features={PLAN_FEATURES[policy][one]} activeKeys={activeKeys[one]} />
            {PLANS.indexOf(one) > PLANS.indexOf(plan) && <Ask plan={one} asked={upgrade} />}
          </section>
        ))}
      </div>
    </>
  ),
});

const PlanRows: FC<{ limits: (typeof PLAN_LIMITS)[Plan]; features: PlanFeatures; activeKeys: number }> = ({
  limits,
  features,
  activeKeys,
}) => (
  <ul>
    <li>
      <b>{counted(limits.requestsPerMinute)}</b> calls a minute
    </li>
    <li>
      <b>{counted(limits.callsPerMonth)}</b> calls a month
    </li>
    <li>
      <b>{counted(activeKeys)}</b> active keys
    </li>
    <Given
      is={features.minAliasLength !== null}
      text={`Own aliases${features.minAliasLength === null ? '' : ` from ${features.minAliasLength} characters`}`}
    />
    <Given is={features.expiresIn} text="Links that expire" />
    <Given is={features.maxClicks} text="Links with a click limit" />
    <Given is={features.password} text="Links with a password" />
  </ul>
);

const Given: FC<{ is: boolean; text: string }> = ({ is, text }) =>
  is ? <li>{text}</li> : <li class="no">{`No ${text.charAt(0).toLowerCase()}${text.slice(1)}`}</li>;

const Ask: FC<{ plan: Plan; asked: Upgrade | null }> = ({ plan, asked }) =>
  asked?.state === 'open' && asked.plan === plan ? (
    <p class="badge wait">Asked for</p>
  ) : (
    <form method="post" action="/console/plan/upgrade">
      <input type="hidden" name="plan" value={plan} />
      <button class="quiet" type="submit">
        Ask for {plan}
      </button>
    </form>
  );

const Answer: FC<{ upgrade: Upgrade; isNew: boolean }> = ({ upgrade }) => {
  switch (upgrade.state) {
    case 'open':
      return (
        <section class="card">
          <p>
            You asked for <b>{upgrade.plan}</b> on <Day at={upgrade.createdAt} />. The operator has not answered yet.
          </p>
          <form method="post" action="/console/plan/withdraw">
            <button class="quiet" type="submit">
              Withdraw
            </button>
          </form>
        </section>
      );
    case 'granted':
      return (
        <p class="note">
          The operator granted you {upgrade.plan} on <Day at={upgrade.answeredAt ?? upgrade.createdAt} />.
        </p>
      );
    case 'declined':
      return (
        <section class="card">
          <p>
            The operator declined <b>{upgrade.plan}</b> on <Day at={upgrade.answeredAt ?? upgrade.createdAt} />:
          </p>
          <blockquote>{upgrade.message}</blockquote>
        </section>
      );
  }
};
