/** The page of plans: what each plan grants, and the form that requests another plan. */
import type { FC } from 'hono/jsx';
import type { Upgrade } from '#api/accounts/upgrades';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS, type Plan, type PlanFeatures, type PlanPolicy } from '#domain/plans';
import { REQUEST_PLAN, WITHDRAW_PLAN } from '../forms/declared/account';
import type { Forms } from '../forms/form';
import { FormOf } from '../forms/form-of';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import { Day, formatCount, Head } from './components';

type PlanView = {
  readonly plan: Plan;
  readonly policy: PlanPolicy;
  readonly activeKeys: Record<Plan, number>;
  readonly upgrade: Upgrade | null;
  readonly forms: Forms;
};

export const planPage = ({ plan, policy, activeKeys, upgrade, forms }: PlanView): ConsolePage => ({
  title: 'Plan',
  section: 'plan',
  main: (
    <>
      <Head
        title="Plan"
        lead={`Your account is on the plan ${plan}. Only the operator of this service can give it another one.`}
      />
      {upgrade && <UpgradeCard upgrade={upgrade} forms={forms} />}
      <div class="plans">
        {PLANS.map((one) => (
          <section class={one === plan ? 'card mine' : 'card'}>
            <div class="line">
              <h2>{one}</h2>
              {one === plan && <span class="badge good">Yours</span>}
            </div>
            <PlanRows limits={PLAN_LIMITS[one]} features={PLAN_FEATURES[policy][one]} activeKeys={activeKeys[one]} />
            {PLANS.indexOf(one) > PLANS.indexOf(plan) && <RequestForm plan={one} upgrade={upgrade} forms={forms} />}
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
      <b>{formatCount(limits.requestsPerMinute)}</b> calls a minute
    </li>
    <li>
      <b>{formatCount(limits.callsPerMonth)}</b> calls a month
    </li>
    <li>
      <b>{formatCount(activeKeys)}</b> active keys
    </li>
    <PlanFeature
      isGranted={features.minAliasLength !== null}
      text={`Own aliases${features.minAliasLength === null ? '' : ` from ${features.minAliasLength} characters`}`}
    />
    <PlanFeature isGranted={features.expiresIn} text="Links that expire" />
    <PlanFeature isGranted={features.maxClicks} text="Links with a click limit" />
    <PlanFeature isGranted={features.password} text="Links with a password" />
  </ul>
);

const PlanFeature: FC<{ isGranted: boolean; text: string }> = ({ isGranted, text }) =>
  isGranted ? <li>{text}</li> : <li class="no">{`No ${text.charAt(0).toLowerCase()}${text.slice(1)}`}</li>;

const RequestForm: FC<{ plan: Plan; upgrade: Upgrade | null; forms: Forms }> = ({ plan, upgrade, forms }) =>
  upgrade?.state === 'open' && upgrade.plan === plan ? (
    <p class="badge wait">Requested</p>
  ) : (
    <FormOf form={REQUEST_PLAN} forms={forms}>
      {(shown) => (
        <>
          <Input of={shown} name="plan" value={plan} />
          <button class="quiet" type="submit">
            Ask for {plan}
          </button>
        </>
      )}
    </FormOf>
  );

const UpgradeCard: FC<{ upgrade: Upgrade; forms: Forms }> = ({ upgrade, forms }) => {
  switch (upgrade.state) {
    case 'open':
      return (
        <section class="card">
          <p>
            You asked for <b>{upgrade.plan}</b> on <Day at={upgrade.createdAt} />. The operator has not answered yet.
          </p>
          <FormOf form={WITHDRAW_PLAN} forms={forms}>
            {() => (
              <button class="quiet" type="submit">
                Withdraw
              </button>
            )}
          </FormOf>
        </section>
      );
    case 'granted':
      return (
        <p class="alert">
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
