/** The rights of a key on pages: its badges, a line for lists, a card with all rights, and the fields that set them. */
import type { FC } from 'hono/jsx';
import type { Key } from '#api/accounts/keys';
import { limitsOf } from '#domain/key-rights';
import type { KeyStatus } from '#domain/key-status';
import { hasExpired } from '#domain/link';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { SCOPES } from '#domain/scopes';
import { RESTRICT_KEY } from '../forms/declared/keys';
import type { Fields, Forms } from '../forms/form';
import { FormOf, type FormView, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { ACCESS, MAKERS, PRESETS, REACHES, rightsValues, scopesText } from '../key-rights';
import { planName } from '../plan-name';
import { Card, Confirm, formatCount, Moment } from './components';

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

/** The rights of a key in one line, with its maker. */
export const RightsLine: FC<{ one: Key; now: number }> = ({ one, now }) => {
  const { linkReach, origins, expiresAt, madeBy } = one;
  const ofPlan = PLAN_LIMITS[one.plan ?? one.accountPlan];
  // A limit above that of the plan has no effect.
  const { requestsPerMinute, callsPerMonth } = limitsOf(ofPlan, one);
  const parts = [
    scopesText(one),
    linkReach === 'own' && 'only its own links',
    origins && (origins.length === 1 ? origins[0] : `${origins.length} origins`),
    requestsPerMinute < ofPlan.requestsPerMinute && `${formatCount(requestsPerMinute)} a minute`,
    callsPerMonth < ofPlan.callsPerMonth && `${formatCount(callsPerMonth)} a month`,
  ];
  return (
    <p class="soft small">
      {parts.filter(Boolean).join(' · ')}
      {expiresAt !== null && (
        <>
          {hasExpired(expiresAt, now) ? ' · ended ' : ' · ends '}
          <Moment at={expiresAt} />
        </>
      )}
      {madeBy && ` · created ${MAKERS[madeBy]}`}
    </p>
  );
};

type KeyRightsProps = { one: Key; preset: string | undefined; forms: Forms; now: number };

export const KeyRights: FC<KeyRightsProps> = ({ one, preset, forms, now }) => {
  const { id, version, status } = one;
  const params = { id };
  return (
    <Card title="Permissions">
      <RightsFacts one={one} now={now} />
      {status !== 'revoked' && (
        <Confirm summary="Change permissions" isOpen={preset !== undefined || wasSent(RESTRICT_KEY, forms, params)}>
          <div class="stack">
            <FormOf form={RESTRICT_KEY} forms={forms} params={params}>
              {(shown) => (
                <>
                  <Presets page={`/console/keys/${id}`} chosen={preset} />
                  <Input of={shown} name="version" value={String(version)} />
                  <RightsInputs of={shown} values={rightsValues(one, preset)} plan={one.plan ?? one.accountPlan} />
                  <button type="submit">Save</button>
                </>
              )}
            </FormOf>
          </div>
        </Confirm>
      )}
    </Card>
  );
};

const RightsFacts: FC<{ one: Key; now: number }> = ({ one, now }) => {
  const plan = one.plan ?? one.accountPlan;
  const inForce = limitsOf(PLAN_LIMITS[plan], one);
  return (
    <dl class="facts rights">
      <div>
        <dt>Access</dt>
        <dd>{scopesText(one)}</dd>
      </div>
      <div>
        <dt>Links</dt>
        <dd>{one.linkReach === 'own' ? 'Only those it created' : 'All in the account'}</dd>
      </div>
      <div>
        <dt>Calls a minute</dt>
        <LimitFact own={one.perMinute} inForce={inForce.requestsPerMinute} plan={plan} />
      </div>
      <div>
        <dt>Calls a month</dt>
        <LimitFact own={one.perMonth} inForce={inForce.callsPerMonth} plan={plan} />
      </div>
      <div>
        <dt>{hasExpired(one.expiresAt, now) ? 'Ended' : 'Ends'}</dt>
        <dd>{one.expiresAt === null ? 'Never' : <Moment at={one.expiresAt} />}</dd>
      </div>
      <div class={one.origins !== null && one.origins.length > 1 ? 'whole' : undefined}>
        <dt>Web pages that can use it</dt>
        <dd>{one.origins === null ? 'None' : <Origins origins={one.origins} />}</dd>
      </div>
    </dl>
  );
};

/** How many origins are shown before the others are asked for. */
const ORIGINS_SHOWN = 4;

const Origins: FC<{ origins: readonly string[] }> = ({ origins }) => {
  const list = (shown: readonly string[]) => (
    <ul>
      {shown.map((origin) => (
        <li>{origin}</li>
      ))}
    </ul>
  );
  return origins.length <= ORIGINS_SHOWN ? (
    list(origins)
  ) : (
    <Confirm summary={`Show all ${origins.length}`}>{list(origins)}</Confirm>
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

/** The links that show the page with the form filled in. */
export const Presets: FC<{ page: string; chosen: string | null | undefined }> = ({ page, chosen }) => (
  <div class="field">
    <nav class="choice" aria-label="Presets">
      {Object.entries(PRESETS).map(([name, { label }]) => (
        <a href={`${page}?preset=${name}`} aria-current={name === chosen ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
    <p class="hint">A preset fills in the permissions. Nothing is saved until you send the form.</p>
  </div>
);

type RightsInputsProps = { of: FormView; values: Fields; plan: Plan };

/** The fields that restrict a key. The owner owns the account, so only the plan is above the limits of the key. */
export const RightsInputs: FC<RightsInputsProps> = ({ of, values, plan }) => {
  const { requestsPerMinute, callsPerMonth } = PLAN_LIMITS[plan];
  return (
    <div class="stack">
      <Input of={of} name="access" value={values.access} options={ACCESS} />
      <div class="fields scopes">
        {SCOPES.map((scope) => (
          <Input of={of} name={scope} value={values[scope]} />
        ))}
      </div>
      <Input of={of} name="links" value={values.links} options={REACHES} />
      <Input of={of} name="origins" value={values.origins} />
      <div class="fields">
        <Input of={of} name="perMinute" value={values.perMinute} hint={limitHint(plan, requestsPerMinute)} />
        <Input of={of} name="perMonth" value={values.perMonth} hint={limitHint(plan, callsPerMonth)} />
      </div>
      <Input of={of} name="expiresAt" value={values.expiresAt} />
    </div>
  );
};

const limitHint = (plan: Plan, limit: number): string =>
  `The ${planName(plan)} plan allows ${formatCount(limit)}. A higher number has no effect. Leave blank for the plan’s limit.`;
