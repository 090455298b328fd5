/** The rights of a key on pages: its badges, the lines for lists, and a card with all rights. */
import type { FC } from 'hono/jsx';
import type { Key } from '#api/accounts/keys';
import { limitsOf } from '#domain/key-rights';
import type { KeyStatus } from '#domain/key-status';
import { hasExpired } from '#domain/link';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { RESTRICT_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { rightsValues, scopesText, shortScopesText } from '../key-rights';
import { planName } from '../plan-name';
import { Confirm, Day, formatCount, Moment } from './components';
import { Corner } from './corner';
import { Presets, RightsInputs } from './rights-fields';

const STATUS: Record<KeyStatus, readonly [kind: string, label: string]> = {
  active: ['good', 'Active'],
  inactive: ['wait', 'Switched off'],
  revoked: ['wrong', 'Revoked'],
};

/** The status of a key, and whether its end has passed. An active key that has ended is not shown as active. */
export const Badges: FC<{ one: Key; now: number }> = ({ one, now }) => {
  const isOver = one.status !== 'revoked' && hasExpired(one.expiresAt, now);
  return (
    <>
      {!(isOver && one.status === 'active') && (
        <span class={`badge ${STATUS[one.status][0]}`}>{STATUS[one.status][1]}</span>
      )}
      {isOver && <span class="badge wrong">Expired</span>}
    </>
  );
};

/** What a key may do, and below it what else restricts it. */
export const AccessLines: FC<{ one: Key; now: number }> = ({ one, now }) => {
  const { linkReach, origins, expiresAt } = one;
  const ofPlan = PLAN_LIMITS[one.plan ?? one.accountPlan];
  // A limit above that of the plan has no effect.
  const { requestsPerMinute, callsPerMonth } = limitsOf(ofPlan, one);
  const parts = [
    linkReach === 'own' && 'only its own links',
    origins && (origins.length === 1 ? origins[0] : `${origins.length} origins`),
    requestsPerMinute < ofPlan.requestsPerMinute && `${formatCount(requestsPerMinute)} a minute`,
    callsPerMonth < ofPlan.callsPerMonth && `${formatCount(callsPerMonth)} a month`,
  ].filter((part) => typeof part === 'string');
  const rest = parts.join(' · ');
  return (
    <>
      <p class="clip" title={scopesText(one)}>
        {shortScopesText(one)}
      </p>
      {expiresAt !== null && (
        <p class="soft small">
          {hasExpired(expiresAt, now) ? 'Expired' : 'Expires'} <Day at={expiresAt} />
        </p>
      )}
      {rest !== '' && (
        <p class="soft small few" title={rest}>
          {rest.charAt(0).toUpperCase() + rest.slice(1)}
        </p>
      )}
    </>
  );
};

type KeyRightsProps = { one: Key; preset: string | undefined; forms: Forms; now: number };

/** The card with the rights of a key, and the form that changes them. */
export const KeyRights: FC<KeyRightsProps> = ({ one, preset, forms, now }) => {
  const { id, version, status } = one;
  const params = { id };
  return (
    <section class="card corner">
      <h2>Permissions</h2>
      <RightsFacts one={one} now={now} />
      {status !== 'revoked' && (
        <Corner summary="Change permissions" isOpen={preset !== undefined || wasSent(RESTRICT_KEY, forms, params)}>
          <div>
            <FormOf form={RESTRICT_KEY} forms={forms} params={params}>
              {(shown) => (
                <>
                  <Presets page={`/console/keys/${id}`} chosen={preset} />
                  <Input of={shown} name="version" value={String(version)} />
                  <RightsInputs of={shown} values={rightsValues(one, preset)} plan={one.plan ?? one.accountPlan} />
                  <button type="submit">Save permissions</button>
                </>
              )}
            </FormOf>
          </div>
        </Corner>
      )}
    </section>
  );
};

const RightsFacts: FC<{ one: Key; now: number }> = ({ one, now }) => {
  const plan = one.plan ?? one.accountPlan;
  const inForce = limitsOf(PLAN_LIMITS[plan], one);
  return (
    <dl class="facts rights">
      <div class={one.scopes && one.scopes.length > 2 ? 'whole' : undefined}>
        <dt>Access</dt>
        <dd>{scopesText(one)}</dd>
      </div>
      <div>
        <dt>Links</dt>
        <dd>{one.linkReach === 'own' ? 'Only those it created' : 'All in the account'}</dd>
      </div>
      <div>
        <dt>Calls per minute</dt>
        <LimitFact own={one.perMinute} inForce={inForce.requestsPerMinute} plan={plan} />
      </div>
      <div>
        <dt>Calls per month</dt>
        <LimitFact own={one.perMonth} inForce={inForce.callsPerMonth} plan={plan} />
      </div>
      <div>
        <dt>{hasExpired(one.expiresAt, now) ? 'Expired' : 'Expires'}</dt>
        <dd>{one.expiresAt === null ? 'Never' : <Moment at={one.expiresAt} />}</dd>
      </div>
      <div class={one.origins && one.origins.length > 1 ? 'whole' : undefined}>
        <dt>Web pages that can use it</dt>
        <dd>{one.origins === null ? 'None' : <Origins origins={one.origins} />}</dd>
      </div>
    </dl>
  );
};

/** How many origins are shown before the others are asked for. */
const ORIGINS_SHOWN = 3;

const Origins: FC<{ origins: readonly string[] }> = ({ origins }) => {
  const list = (shown: readonly string[]) => (
    <ul class={origins.length > 1 ? 'columns' : undefined}>
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
    {own === null && <span class="soft small"> by the {planName(plan)} plan</span>}
    {own !== null && own > inForce && (
      <span class="soft small">
        {' '}
        by the {planName(plan)} plan. Its own limit of {formatCount(own)} is higher, and has no effect.
      </span>
    )}
  </dd>
);
