/** The rights of a key on pages: the lines for lists, and a card with all rights. */
import type { Child, FC } from 'hono/jsx';
import type { Key } from '#api/accounts/keys';
import { computeKeyLimits, SCOPES } from '#domain/key-rights';
import { hasExpired } from '#domain/link';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { Alert, formatCount, Moment } from '../components';
import { Disclosure } from '../disclosure';
import { type Fields, type Forms, SHOW } from '../forms/form';
import { FormButtons, FormElement, type FormView, wasSent } from '../forms/form-element';
import { Input } from '../forms/input';
import { namePlan } from '../words';
import { RESTRICT_KEY } from './forms';
import {
  ACCESS,
  describeRights,
  EXPIRIES,
  fillRights,
  formatScopes,
  formatScopesShort,
  matchPreset,
  OF_PRESETS,
  PRESETS,
  REACHES,
  SCOPE_WORDS,
} from './rights';

/** What a key may do, and below it what else restricts it. Its end is shown elsewhere. */
export const AccessLines: FC<{ one: Key }> = ({ one }) => {
  const { linkReach, origins } = one;
  const ofPlan = PLAN_LIMITS[one.plan ?? one.accountPlan];
  // A limit above that of the plan has no effect.
  const { requestsPerMinute, callsPerMonth } = computeKeyLimits(ofPlan, one);
  const rest = [
    linkReach === 'own' && 'Own links',
    origins && (origins.length === 1 ? origins[0] : `${origins.length} origins`),
    requestsPerMinute < ofPlan.requestsPerMinute && `${formatCount(requestsPerMinute)} a minute`,
    callsPerMonth < ofPlan.callsPerMonth && `${formatCount(callsPerMonth)} a month`,
  ]
    .filter((part) => typeof part === 'string')
    .join(' · ');
  return (
    <>
      <p class="clip" title={formatScopes(one)}>
        {formatScopesShort(one)}
      </p>
      {rest !== '' && (
        <p class="soft clip roomy" title={rest}>
          {rest}
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
    <section class="card corner" id="permissions" tabindex={-1}>
      <h2>Permissions</h2>
      <RightsFacts one={one} now={now} />
      {one.status !== 'revoked' && (
        <Disclosure
          summary="Edit"
          look="button quiet minor"
          isOpen={preset !== undefined || wasSent(RESTRICT_KEY, forms, params)}
        >
          <div class="sided">
            <FormElement
              form={RESTRICT_KEY}
              forms={forms}
              params={params}
              attributes={{ 'data-draft': String(one.version) }}
            >
              {(shown) => <RightsForm shown={shown} one={one} preset={preset} />}
            </FormElement>
            <div class="aside">
              <h3>Once it is saved</h3>
              <ul class="soft small">
                <li>The new permissions apply from the next call on.</li>
                <li>The secret stays the same: nothing changes in your application.</li>
                <li>A call that the key may not make any more gets 403.</li>
              </ul>
            </div>
          </div>
        </Disclosure>
      )}
    </section>
  );
};

const RightsForm: FC<{ shown: FormView; one: Key; preset: string | undefined }> = ({ shown, one, preset }) => {
  const values = fillRights(one, preset);
  const page = `/console/keys/${one.id}`;
  return (
    <>
      <Presets of={shown} page={page} own={page} values={values} preset={preset} />
      <Input of={shown} name="version" value={String(one.version)} />
      <RightsInputs of={shown} values={values} plan={one.plan ?? one.accountPlan} />
      <FormButtons label="Save permissions" page={page} />
    </>
  );
};

const RightsFacts: FC<{ one: Key; now: number }> = ({ one, now }) => {
  const plan = one.plan ?? one.accountPlan;
  const inForce = computeKeyLimits(PLAN_LIMITS[plan], one);
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
    <span>{formatScopes({ scopes })}</span>
  ) : (
    <ul class="tags">
      {SCOPES.filter((scope) => scopes.includes(scope)).map((scope) => (
        <li class="tag" title={scope}>
          {SCOPE_WORDS[scope]}
        </li>
      ))}
    </ul>
  );

/** How many origins are shown; a button shows the others. */
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
        <Disclosure summary={`Show all ${origins.length}`}>{list(origins.slice(ORIGINS_SHOWN))}</Disclosure>
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
        The key’s own limit of {formatCount(own)} is above that of the {namePlan(plan)} plan, and has no effect.
      </p>
    )}
  </dd>
);

type PresetsProps = {
  of: FormView;
  page: string;
  /** The address of the form without a preset. */
  own: string;
  values: Fields;
  /** The preset of the address. It has just been chosen, so it keeps the focus. */
  preset: string | undefined;
};

/**
 * The links that show the page with the form filled in. The preset that the fields agree with is marked, by the script
 * also once they change. Without script they are buttons, which also send what was typed; Enter must not press one.
 */
export const Presets: FC<PresetsProps> = ({ of, page, own, values, preset }) => {
  const chosen = matchPreset(of.state?.typed ?? values);
  return (
    <div class="field">
      <p class="label" id="presets">
        Start from a preset
      </p>
      <nav
        class="tiles"
        aria-labelledby="presets"
        data-presets={OF_PRESETS.join(' ')}
        data-own={of.state ? undefined : preset ? `${page}?preset=${preset}` : own}
      >
        {Object.entries(PRESETS).map(([name, { label, words, values: fields }]) => (
          <a
            href={`${page}?preset=${name}`}
            aria-current={name === chosen ? 'true' : undefined}
            autofocus={(of.state === undefined && name === preset) || undefined}
            data-fields={new URLSearchParams(fields).toString()}
          >
            <b>{label}</b>
            <span>{words}</span>
          </a>
        ))}
      </nav>
      <noscript>
        <button class="unseen" type="submit" tabindex={-1}>
          Save
        </button>
        <div class="tiles">
          {Object.entries(PRESETS).map(([name, { label, words }]) => (
            <button type="submit" name={SHOW} value={name} aria-current={name === chosen ? 'true' : undefined}>
              <b>{label}</b>
              <span>{words}</span>
            </button>
          ))}
        </div>
      </noscript>
    </div>
  );
};

type RightsInputsProps = { of: FormView; values: Fields; plan: Plan };

/**
 * The fields that restrict a key, in parts. Each part says what it is set to, and only parts with an error are open.
 * Only the plan limits them further, because the owner of the key owns the account.
 */
export const RightsInputs: FC<RightsInputsProps> = ({ of, values, plan }) => {
  const { requestsPerMinute, callsPerMonth } = PLAN_LIMITS[plan];
  const { typed, errors } = of.state ?? {};
  const texts = describeRights(typed ?? { expiry: 'never', ...values });
  const isAsked = errors?.exposed !== undefined || Boolean(typed?.exposed);
  return (
    <div class="parts-of">
      <Part of={of} title="Access" text={texts.access} fields={['access']}>
        <Input of={of} name="access" value={values.access} options={ACCESS} isNamed />
        <Scopes of={of} values={values} />
      </Part>
      <Part of={of} title="Which links" text={texts.links} fields={['links']}>
        <Input
          of={of}
          name="links"
          value={values.links}
          options={REACHES}
          isNamed
          hint="A key limited to its own links sees no other links and no statistics of the account."
        />
      </Part>
      <Part of={of} title="Browser origins" text={texts.origins} fields={['origins', 'exposed']}>
        <Input of={of} name="origins" value={values.origins} isNamed />
        <Alert kind="wait" lead="The secret is then public.">
          Every visitor of these pages can read it and use it elsewhere, too: origins do not hold off servers. Give the
          key only the access that a stranger may have.
        </Alert>
        {isAsked && <Input of={of} name="exposed" />}
      </Part>
      <Part
        of={of}
        title="Limits"
        text={texts.limits ?? `Those of the ${namePlan(plan)} plan`}
        fields={['perMinute', 'perMonth']}
      >
        <div class="fields">
          <Input of={of} name="perMinute" value={values.perMinute} hint={limitHint(plan, requestsPerMinute)} />
          <Input of={of} name="perMonth" value={values.perMonth} hint={limitHint(plan, callsPerMonth)} />
        </div>
      </Part>
      <Part of={of} title="Expiry" text={texts.expiry} fields={['expiry', 'expiresAt']}>
        <Input of={of} name="expiry" value={values.expiry ?? 'never'} options={EXPIRIES} look="pills" isNamed />
        <div class="until">
          <Input of={of} name="expiresAt" value={values.expiresAt} />
        </div>
      </Part>
    </div>
  );
};

/** The boxes of single scopes, which the stylesheet shows beside “Only what is selected”. */
const Scopes: FC<Omit<RightsInputsProps, 'plan'>> = ({ of, values }) => (
  <div class="fields scopes" data-scopes>
    {SCOPES.map((scope) => (
      <Input of={of} name={scope} value={values[scope]} hint={<code class="soft">{scope}</code>} />
    ))}
  </div>
);

type PartProps = {
  of: FormView;
  title: string;
  /** What the part is set to. The script removes it once a field of the part changes. */
  text: string;
  /** The fields whose errors open the part. */
  fields: readonly string[];
  children?: Child;
};

const Part: FC<PartProps> = ({ of, title, text, fields, children }) => (
  <Disclosure
    summary={
      <>
        {title}
        <span class="soft few">{text}</span>
      </>
    }
    isOpen={fields.some((name) => of.state?.errors[name] !== undefined)}
  >
    <div class="stack">{children}</div>
  </Disclosure>
);

const limitHint = (plan: Plan, limit: number): string =>
  `Blank means the limit of the ${namePlan(plan)} plan, ${formatCount(limit)}. A higher number has no effect.`;
