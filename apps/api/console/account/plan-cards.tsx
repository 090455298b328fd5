/** The cards of the page of plans: what each plan grants, and the request for another one. */

import type { Child, FC, PropsWithChildren } from 'hono/jsx';
import type { NamedKey, Used } from '#api/accounts/keys';
import type { PlanRequest } from '#api/accounts/upgrades';
import type { LinkCount } from '#api/links/few-links';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import type { Settings } from '#domain/settings';
import { parseContact } from '#store/contact';
import { Alert, Day, formatCount } from '../components';
import { Disclosure } from '../disclosure';
import type { Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { Input } from '../forms/input';
import { DAY_MS, lowerFirst, namePlan } from '../words';
import { REQUEST_PLAN, WITHDRAW_PLAN } from './forms';

/** What the page of plans shows. */
export type PlanView = {
  readonly plan: Plan;
  readonly policy: PlanPolicy;
  readonly settings: Pick<Settings, 'activeKeys' | 'linkQuota'>;
  /** The active keys. */
  readonly keys: readonly Used<NamedKey>[];
  readonly links: LinkCount;
  /** The newest request, in any state. */
  readonly request: PlanRequest | null;
  /** The higher plan whose request form is shown. */
  readonly asked: Plan | undefined;
  /** The variable CONTACT. */
  readonly contact: string | undefined;
  readonly now: number;
  readonly forms: Forms;
};

/** Whom a plan is for, in one line. */
const FOR_WHOM: Record<Plan, string> = {
  FREE: 'To try it out',
  HOBBY: 'For side projects',
  INDIE: 'For products of your own',
  PRO: 'For busy products',
};

type PlanCardProps = { one: Plan; view: PlanView };

/**
 * The card of a plan: what it grants, and the button that requests it. A larger plan lists what it adds to the one
 * before it. On a phone only the next one is open.
 */
export const PlanCard: FC<PlanCardProps> = ({ one, view }) => {
  const [place, current] = [PLANS.indexOf(one), PLANS.indexOf(view.plan)];
  const before = place > current ? PLANS[place - 1] : undefined;
  const grants = <Grants one={one} before={before} policy={view.policy} settings={view.settings} />;
  const isOpen = place === current + 1;
  const isDeclined = place > current && view.request?.state === 'declined' && view.request.plan === one;
  return (
    <section class={chooseClass(one, view)} aria-label={namePlan(one)}>
      <div class="of-plan">
        <div>
          <div class="line">
            <h2>{namePlan(one)}</h2>
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
          <Disclosure class="folded" summary={before ? `What ${namePlan(one)} adds` : `What ${namePlan(one)} has`}>
            {grants}
          </Disclosure>
        </>
      )}
      <Foot one={one} view={view} />
    </section>
  );
};

function chooseClass(one: Plan, { plan, asked }: PlanView): string {
  if (one === asked) return 'card chosen';
  return one === plan ? 'card mine' : 'card';
}

/** The button that requests the plan, or why there is none. */
const Foot: FC<PlanCardProps> = ({ one, view: { plan, request, asked } }) => {
  const [place, current] = [PLANS.indexOf(one), PLANS.indexOf(plan)];
  const openRequest = request?.state === 'open' ? request.plan : undefined;
  if (place < current) return <p class="standing lower">{`Included in ${namePlan(plan)}`}</p>;
  if (one === plan) return <p class="standing">Current plan</p>;
  if (one === asked) return <p class="standing asked">Send your request below</p>;
  if (one === openRequest) return <p class="standing wait">Requested</p>;
  const isFirst = place === current + 1 && asked === undefined && openRequest === undefined;
  return (
    <a class={isFirst ? 'button' : 'button quiet'} href={`/console/plan?plan=${one}`}>
      Request {namePlan(one)}
    </a>
  );
};

type GrantsProps = { one: Plan; before: Plan | undefined } & Pick<PlanView, 'policy' | 'settings'>;

/** What a plan grants, and what it does not. @param before the plan whose grants are not repeated */
const Grants: FC<GrantsProps> = ({ one, before, policy, settings }) => {
  const known = before === undefined ? null : listGrants(before, { policy, settings });
  const isNews = ({ text, isGranted }: Grant) =>
    known === null || (isGranted && !known.some((other) => other.isGranted && other.text === text));
  return (
    <>
      {before && <p class="soft small">{`Everything in ${namePlan(before)}, plus`}</p>}
      <ul class="grants">
        {listGrants(one, { policy, settings })
          .filter(isNews)
          .map((grant) => (
            <GrantRow {...grant} />
          ))}
      </ul>
    </>
  );
};

type Grant = { readonly text: string; readonly isGranted: boolean };

function listGrants(one: Plan, { policy, settings: { activeKeys, linkQuota } }: Pick<PlanView, 'policy' | 'settings'>) {
  const { minAliasLength, expiresIn, maxClicks, password } = PLAN_FEATURES[policy][one];
  const quota = linkQuota[one];
  const grants: Grant[] = [
    { text: `${formatCount(PLAN_LIMITS[one].requestsPerMinute)} calls a minute`, isGranted: true },
    { text: `${formatCount(activeKeys[one])} active keys`, isGranted: true },
    { text: `Filtered statistics of ${formatCount(PLAN_LIMITS[one].filterDays)} days`, isGranted: true },
    { text: quota === null ? 'Unlimited links' : `${formatCount(quota)} new links a month`, isGranted: true },
    { text: `${formatCount(PLAN_LIMITS[one].utmTemplates)} UTM templates`, isGranted: true },
    {
      text: minAliasLength === null ? 'Aliases' : `Aliases, ${minAliasLength}+ characters`,
      isGranted: minAliasLength !== null,
    },
    { text: 'Links that expire', isGranted: expiresIn },
    { text: 'Click limits', isGranted: maxClicks },
    { text: 'Passwords', isGranted: password },
  ];
  return PLANS.every((plan) => linkQuota[plan] === null) ? grants.toSpliced(3, 1) : grants;
}

/** What a plan grants, in a sentence. */
export const describePlan = (one: Plan, has: Pick<PlanView, 'policy' | 'settings'>): string => {
  const granted = listGrants(one, has).filter(({ isGranted }) => isGranted);
  const calls = `${formatCount(PLAN_LIMITS[one].callsPerMonth)} calls a month`;
  return `${namePlan(one)} has ${[calls, ...granted.map(({ text }) => lowerFirst(text))].join(', ')}.`;
};

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

/** The form that requests a plan. A request replaces the open one. */
export const RequestForm: FC<PlanView & { asked: Plan }> = ({ asked, request, contact, forms }) => (
  <section class="card" id="request">
    <h2>Request {namePlan(asked)}</h2>
    <p class="soft">
      <Operator contact={contact} isFirst /> decides. You will see the answer on this page.
      {request?.state === 'open' && ` This replaces your request for ${namePlan(request.plan)}.`}
    </p>
    <FormElement form={REQUEST_PLAN} forms={forms}>
      {(shown) => (
        <>
          <Input of={shown} name="plan" value={asked} />
          <Input of={shown} name="reason" isFirst />
          <div class="line ends">
            <button type="submit">Send request</button>
            <a class="button quiet" href="/console/plan">
              Cancel
            </a>
          </div>
        </>
      )}
    </FormElement>
  </section>
);

/** How long the page says that a request was granted. */
const TOLD_MS = 30 * DAY_MS;

/** The newest request: open, granted a while ago at most, or declined. */
export const RequestCard: FC<PlanView> = ({ plan: current, request, forms, now }) => {
  if (request === null) return null;
  const { plan, state, reason, message, createdAt, answeredAt } = request;
  switch (state) {
    case 'open':
      return (
        <section class="card request" id="request" tabindex={-1}>
          <Title of={plan} badge={<span class="badge wait">Requested</span>}>
            Sent on <Day at={createdAt} />. The operator has not answered yet.
          </Title>
          {reason && <Quote title="Your note" text={reason} />}
          <FormElement form={WITHDRAW_PLAN} forms={forms}>
            {() => (
              <button class="quiet" type="submit">
                Withdraw request
              </button>
            )}
          </FormElement>
        </section>
      );
    case 'granted':
      return (answeredAt ?? createdAt) < now - TOLD_MS ? null : (
        <Alert lead={`The operator granted you ${namePlan(plan)}`}>
          on <Day at={answeredAt ?? createdAt} />.
        </Alert>
      );
    case 'declined':
      return (
        <section class="card request">
          <Title of={plan} badge={<span class="badge wrong">Declined</span>}>
            Answered on <Day at={answeredAt ?? createdAt} />.
          </Title>
          {message && <Quote title="The operator’s answer" text={message} />}
          {PLANS.indexOf(plan) > PLANS.indexOf(current) && (
            <a class="button quiet" href={`/console/plan?plan=${plan}`}>
              Request {namePlan(plan)} again
            </a>
          )}
        </section>
      );
  }
};

const Title: FC<PropsWithChildren<{ of: Plan; badge: Child }>> = ({ of, badge, children }) => (
  <div>
    <div class="line">
      <h2>Your request for {namePlan(of)}</h2>
      {badge}
    </div>
    <p class="soft">{children}</p>
  </div>
);

const Quote: FC<{ title: string; text: string }> = ({ title, text }) => (
  <figure class="quote">
    <figcaption class="soft small">{title}</figcaption>
    <blockquote>
      <bdi>{text}</bdi>
    </blockquote>
  </figure>
);

/**
 * The operator in a sentence, as a link if the service names an address for help.
 * @param contact the variable CONTACT
 * @param isFirst whether a sentence begins with the operator
 */
export const Operator: FC<{ contact: string | undefined; isFirst?: boolean }> = ({ contact, isFirst = false }) => {
  const found = parseContact(contact);
  const words = `${isFirst ? 'The' : 'the'} operator`;
  return found === null ? <span>{words}</span> : <a href={found.href}>{words}</a>;
};
