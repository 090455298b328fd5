/** The card of a plan: what it grants, and the way to request it. */
import type { FC } from 'hono/jsx';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS, type Plan } from '#domain/plans';
import { planName } from '../plan-name';
import { formatCount } from './components';
import type { PlanView } from './plan-view';

/** For whom a plan is, in one line. */
const FOR_WHOM: Record<Plan, string> = {
  FREE: 'To try it out',
  HOBBY: 'For side projects',
  INDIE: 'For products of your own',
  PRO: 'For busy products',
};

type PlanCardProps = { one: Plan; view: PlanView };

/** A larger plan lists what it adds to the one before it. On a phone only the next one is open. */
export const PlanCard: FC<PlanCardProps> = ({ one, view }) => {
  const [place, current] = [PLANS.indexOf(one), PLANS.indexOf(view.plan)];
  const before = place > current ? PLANS[place - 1] : undefined;
  const grants = <Grants one={one} before={before} policy={view.policy} settings={view.settings} />;
  const isOpen = place === current + 1;
  const isDeclined = place > current && view.request?.state === 'declined' && view.request.plan === one;
  return (
    <section class={classOf(one, view)} aria-label={planName(one)}>
      <div class="of-plan">
        <div>
          <div class="line">
            <h2>{planName(one)}</h2>
            {isDeclined && <span class="badge wrong">Declined</span>}
          </div>
          <p class="soft small">{FOR_WHOM[one]}</p>
        </div>
        <p>
          <span class="number">{formatCount(PLAN_LIMITS[one].callsPerMonth)}</span>
          <span class="soft small">calls a month</span>
        </p>
      </div>
      {isOpen ? (
        grants
      ) : (
        <>
          <div class="unfolded">{grants}</div>
          <details class="folded">
            <summary>{before ? `What ${planName(one)} adds` : `What ${planName(one)} has`}</summary>
            {grants}
          </details>
        </>
      )}
      <Foot one={one} view={view} />
    </section>
  );
};

function classOf(one: Plan, { plan, asked }: PlanView): string {
  if (one === asked) return 'card chosen';
  return one === plan ? 'card mine' : 'card';
}

/** The button that requests the plan, or why there is none. */
const Foot: FC<PlanCardProps> = ({ one, view: { plan, request, asked } }) => {
  const [place, current] = [PLANS.indexOf(one), PLANS.indexOf(plan)];
  const openRequest = request?.state === 'open' ? request.plan : undefined;
  if (place < current) return <p class="standing lower">{`Included in ${planName(plan)}`}</p>;
  if (one === plan) return <p class="standing">Current plan</p>;
  if (one === asked) return <p class="standing asked">Requesting</p>;
  if (one === openRequest) return <p class="standing wait">Requested</p>;
  const isFirst = place === current + 1 && asked === undefined && openRequest === undefined;
  return (
    <a class={isFirst ? 'button' : 'button quiet'} href={`/console/plan?plan=${one}#request`}>
      Request {planName(one)}
    </a>
  );
};

type GrantsProps = { one: Plan; before: Plan | undefined } & Pick<PlanView, 'policy' | 'settings'>;

/** What a plan grants, and what it does not. @param before the plan whose grants are not repeated */
const Grants: FC<GrantsProps> = ({ one, before, policy, settings }) => {
  const known = before === undefined ? null : grantsOf(before, { policy, settings });
  const isNews = ({ text, isGranted }: Grant) =>
    known === null || (isGranted && !known.some((other) => other.isGranted && other.text === text));
  return (
    <>
      {before && <p class="soft small">{`Everything in ${planName(before)}, plus`}</p>}
      <ul class="grants">
        {grantsOf(one, { policy, settings })
          .filter(isNews)
          .map((grant) => (
            <GrantRow {...grant} />
          ))}
      </ul>
    </>
  );
};

type Grant = { readonly text: string; readonly isGranted: boolean };

function grantsOf(one: Plan, { policy, settings: { activeKeys, linkQuota } }: Pick<PlanView, 'policy' | 'settings'>) {
  const { minAliasLength, expiresIn, maxClicks, password } = PLAN_FEATURES[policy][one];
  const quota = linkQuota[one];
  const grants: Grant[] = [
    { text: `${formatCount(PLAN_LIMITS[one].requestsPerMinute)} calls a minute`, isGranted: true },
    { text: `${formatCount(activeKeys[one])} active keys`, isGranted: true },
    { text: quota === null ? 'Unlimited links' : `${formatCount(quota)} new links a month`, isGranted: true },
    {
      text: minAliasLength === null ? 'Aliases' : `Aliases, ${minAliasLength}+ characters`,
      isGranted: minAliasLength !== null,
    },
    { text: 'Links that expire', isGranted: expiresIn },
    { text: 'Click limits', isGranted: maxClicks },
    { text: 'Passwords', isGranted: password },
  ];
  return PLANS.every((plan) => linkQuota[plan] === null) ? grants.toSpliced(2, 1) : grants;
}

const GrantRow: FC<Grant> = ({ isGranted, text }) =>
  isGranted ? (
    <li>{text}</li>
  ) : (
    <li class="no">
      <span>
        <span class="unseen">Not included: </span>
        {text}
      </span>
    </li>
  );
