/** The rights of a key on pages: the lines for lists, and a card with all rights. */
import type { FC } from 'hono/jsx';
import type { Key } from '#api/accounts/keys';
import { limitsOf } from '#domain/key-rights';
import { hasExpired } from '#domain/link';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { SCOPES } from '#domain/scopes';
import { RESTRICT_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf, type FormView, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { rightsValues, SCOPE_WORDS, scopesText, shortScopesText } from '../key-rights';
import { planName } from '../plan-name';
import { Confirm, formatCount, Moment } from './components';
import { Corner, Ends } from './corner';
import { Presets, RightsInputs } from './rights-fields';

/** What a key may do, and below it what else restricts it. Its end stands elsewhere. */
export const AccessLines: FC<{ one: Key }> = ({ one }) => {
  const { linkReach, origins } = one;
  const ofPlan = PLAN_LIMITS[one.plan ?? one.accountPlan];
  // A limit above that of the plan has no effect.
  const { requestsPerMinute, callsPerMonth } = limitsOf(ofPlan, one);
  const rest = [
    linkReach === 'own' && 'own links',
    origins && (origins.length === 1 ? origins[0] : `${origins.length} origins`),
    requestsPerMinute < ofPlan.requestsPerMinute && `${formatCount(requestsPerMinute)} a minute`,
    callsPerMonth < ofPlan.callsPerMonth && `${formatCount(callsPerMonth)} a month`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ');
  return (
    <>
      <p class="clip" title={scopesText(one)}>
        {shortScopesText(one)}
      </p>
      {rest !== '' && (
        <p class="soft clip roomy" title={rest}>
          {rest.charAt(0).toUpperCase() + rest.slice(1)}
        </p>
      )}
    </>
  );
};

type KeyRightsProps = { one: Key; preset: string | undefined; forms: Forms; now: number };

/** The card with the rights of a key, and the form that changes them. */
export const KeyRights: FC<KeyRightsProps> = ({ one, preset, forms, now }) => {
  const params = { id: one.id };
  return (
    <section class="card corner">
      <h2>Permissions</h2>
      <RightsFacts one={one} now={now} />
      {one.status !== 'revoked' && (
        <Corner summary="Edit" isOpen={preset !== undefined || wasSent(RESTRICT_KEY, forms, params)}>
          <div class="sided">
            <FormOf form={RESTRICT_KEY} forms={forms} params={params}>
              {(shown) => <RightsForm shown={shown} one={one} preset={preset} />}
            </FormOf>
            <div class="aside">
              <h3>Once it is saved</h3>
              <ul class="soft small">
                <li>The new permissions apply from the next call on.</li>
                <li>The secret stays the same: nothing changes in your application.</li>
                <li>A call that the key may not make any more gets 403.</li>
              </ul>
            </div>
          </div>
        </Corner>
      )}
    </section>
  );
};

const RightsForm: FC<{ shown: FormView; one: Key; preset: string | undefined }> = ({ shown, one, preset }) => {
  const values = rightsValues(one, preset);
  const page = `/console/keys/${one.id}`;
  return (
    <>
      <Presets of={shown} page={page} values={values} />
      <Input of={shown} name="version" value={String(one.version)} />
      <RightsInputs of={shown} values={values} plan={one.plan ?? one.accountPlan} />
      <Ends label="Save permissions" page={page} />
    </>
  );
};

const RightsFacts: FC<{ one: Key; now: number }> = ({ one, now }) => {
  const plan = one.plan ?? one.accountPlan;
  const inForce = limitsOf(PLAN_LIMITS[plan], one);
  return (
    <dl class="facts rights">
      <div class={one.scopes && one.scopes.length > 1 ? 'whole' : undefined}>
        <dt>Access</dt>
        <dd>
          <Rights of={one} />
        </dd>
      </div>
      <div>
        <dt>Links</dt>
        <dd>{one.linkReach === 'own' ? 'Only those it created' : 'All in the account'}</dd>
      </div>
      <div>
        <dt>{hasExpired(one.expiresAt, now) ? 'Expired' : 'Expires'}</dt>
        <dd>{one.expiresAt === null ? 'Never' : <Moment at={one.expiresAt} />}</dd>
      </div>
      <div class="limit">
        <dt>Calls per minute</dt>
        <LimitFact own={one.perMinute} inForce={inForce.requestsPerMinute} plan={plan} />
      </div>
      <div>
        <dt>Calls per month</dt>
        <LimitFact own={one.perMonth} inForce={inForce.callsPerMonth} plan={plan} />
      </div>
      <div class={one.origins && one.origins.length > 1 ? 'whole' : undefined}>
        <dt>Browser origins</dt>
        <dd>{one.origins === null ? 'None, servers only' : <Origins origins={one.origins} />}</dd>
      </div>
    </dl>
  );
};

/** What a key may do: a chip for each scope. */
const Rights: FC<{ of: Key }> = ({ of: { scopes } }) =>
  scopes === null ? (
    <span>{scopesText({ scopes })}</span>
  ) : (
    <ul class="tags">
      {SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
        <li class="tag" title={scope}>
          {SCOPE_WORDS[scope]}
        </li>
      ))}
    </ul>
  );

/** How many origins are shown before the others are asked for. */
const ORIGINS_SHOWN = 3;

const Origins: FC<{ origins: readonly string[] }> = ({ origins }) => {
  const list = (shown: readonly string[]) => (
    <ul>
      {shown.map((origin) => (
        <li>{origin}</li>
      ))}
    </ul>
  );
  return (
    <>
      {list(origins.slice(0, ORIGINS_SHOWN))}
      {origins.length > ORIGINS_SHOWN && (
        <Confirm summary={`Show all ${origins.length}`}>{list(origins.slice(ORIGINS_SHOWN))}</Confirm>
      )}
    </>
  );
};

/** A limit in force, and whose it is. */
const LimitFact: FC<{ own: number | null; inForce: number; plan: Plan }> = ({ own, inForce, plan }) => (
  <dd>
    {formatCount(inForce)}
    {(own === null || own > inForce) && <span class="soft small"> · plan limit</span>}
    {own !== null && own > inForce && (
      <p class="soft small">
        The key’s own limit of {formatCount(own)} is above that of the {planName(plan)} plan, and has no effect.
      </p>
    )}
  </dd>
);
