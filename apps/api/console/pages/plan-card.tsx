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

export const PlanCard: FC<{ one: Plan; view: PlanView }> = ({ one, view: { plan, policy, settings, request } }) => {
  const isNext = PLANS.indexOf(one) === PLANS.indexOf(plan) + 1;
  const isOpen = request?.state === 'open' && request.plan === one;
  return (
    <section class={one === plan ? 'card mine' : 'card'} aria-label={planName(one)}>
      <div>
        <div class="line">
          <h2>{planName(one)}</h2>
          {one === plan && <span class="badge good">Current plan</span>}
          {isOpen && <span class="badge wait">Requested</span>}
        </div>
        <p class="soft small">{FOR_WHOM[one]}</p>
      </div>
      <p>
        <span class="number">{formatCount(PLAN_LIMITS[one].callsPerMonth)}</span>
        <span class="soft small">calls a month</span>
      </p>
      <Grants one={one} policy={policy} settings={settings} />
      {!isOpen && PLANS.indexOf(one) > PLANS.indexOf(plan) && (
        <a class={isNext ? 'button' : 'button quiet'} href={`/console/plan?plan=${one}`}>
          Request {planName(one)}
        </a>
      )}
    </section>
  );
};

/** What a plan grants, and what it does not. */
const Grants: FC<{ one: Plan } & Pick<PlanView, 'policy' | 'settings'>> = ({ one, policy, settings }) => {
  const { minAliasLength, expiresIn, maxClicks, password } = PLAN_FEATURES[policy][one];
  const quota = settings.linkQuota[one];
  return (
    <ul class="grants">
      <Grant isGranted text={`${formatCount(PLAN_LIMITS[one].requestsPerMinute)} calls a minute`} />
      <Grant isGranted text={`${formatCount(settings.activeKeys[one])} active keys`} />
      {quota !== null && <Grant isGranted text={`${formatCount(quota)} new links a month`} />}
      <Grant
        isGranted={minAliasLength !== null}
        text={minAliasLength === null ? 'Aliases' : `Aliases, ${minAliasLength}+ characters`}
      />
      <Grant isGranted={expiresIn} text="Links that expire" />
      <Grant isGranted={maxClicks} text="Click limits" />
      <Grant isGranted={password} text="Passwords" />
    </ul>
  );
};

const Grant: FC<{ isGranted: boolean; text: string }> = ({ isGranted, text }) =>
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
