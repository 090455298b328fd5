/** The page of plans: what each plan grants, and the form that requests another plan. */
import type { FC } from 'hono/jsx';
import type { Upgrade } from '#api/accounts/upgrades';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS, type Plan, type PlanFeatures, type PlanPolicy } from '#domain/plans';
import { REQUEST_PLAN, WITHDRAW_PLAN } from '../forms/declared/account';
import type { Forms } from '../forms/form';
import { FormOf } from '../forms/form-of';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import { planName } from '../plan-name';
import { Card, formatCount, Head, Moment } from './components';

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
        lead={`Your account is on the ${planName(plan)} plan. Only the operator of this service can change it.`}
      />
      {upgrade && <UpgradeCard upgrade={upgrade} forms={forms} />}
      <div class="plans">
        {PLANS.map((one) => (
          <section class={one === plan ? 'card mine' : 'card'}>
            <div class="line">
              <h2>{planName(one)}</h2>
              {one === plan && <span class="badge good">Yours</span>}
            </div>
            <PlanRows limits={PLAN_LIMITS[one]} features={PLAN_FEATURES[policy][one]} activeKeys={activeKeys[one]} />
            {upgrade?.state === 'open' && upgrade.plan === one && <p class="badge wait">Requested</p>}
          </section>
        ))}
      </div>
      <RequestForm plan={plan} upgrade={upgrade} forms={forms} />
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

/** The form that requests a higher plan. A request replaces the open one. */
const RequestForm: FC<Pick<PlanView, 'plan' | 'upgrade' | 'forms'>> = ({ plan, upgrade, forms }) => {
  const requested = upgrade?.state === 'open' ? upgrade.plan : null;
  const higher = PLANS.slice(PLANS.indexOf(plan) + 1).filter((one) => one !== requested);
  if (higher.length === 0) return null;
  return (
    <Card title={requested === null ? 'Ask for another plan' : 'Ask for another plan instead'}>
      <FormOf form={REQUEST_PLAN} forms={forms}>
        {(shown) => (
          <>
            <Input
              of={shown}
              name="plan"
              value={higher[0]}
              options={higher.map((one) => [one, planName(one)] as const)}
            />
            <Input of={shown} name="reason" />
            <button type="submit">Ask the operator</button>
          </>
        )}
      </FormOf>
    </Card>
  );
};

const UpgradeCard: FC<{ upgrade: Upgrade; forms: Forms }> = ({ upgrade, forms }) => {
  switch (upgrade.state) {
    case 'open':
      return (
        <section class="card">
          <p>
            You asked for <b>{planName(upgrade.plan)}</b> on <Moment at={upgrade.createdAt} />. The operator has not
            answered yet.
          </p>
          {upgrade.reason && (
            <blockquote>
              <bdi>{upgrade.reason}</bdi>
            </blockquote>
          )}
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
          The operator granted you {planName(upgrade.plan)} on <Moment at={upgrade.answeredAt ?? upgrade.createdAt} />.
        </p>
      );
    case 'declined':
      return (
        <section class="card">
          <p>
            The operator declined <b>{planName(upgrade.plan)}</b> on{' '}
            <Moment at={upgrade.answeredAt ?? upgrade.createdAt} />:
          </p>
          <blockquote>{upgrade.message}</blockquote>
        </section>
      );
  }
};
