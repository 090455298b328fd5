/** The fields that restrict a key, in parts. Each part says what it is set to, and only parts with an error are open. */
import type { Child, FC } from 'hono/jsx';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { SCOPES } from '#domain/scopes';
import { type Fields, SHOW } from '../forms/form';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import { EXPIRIES } from '../key-expiry';
import { ACCESS, OF_PRESETS, PRESETS, presetIn, REACHES, rightsTexts } from '../key-rights';
import { planName } from '../plan-name';
import { formatCount } from './components';

type PresetsProps = { of: FormView; page: string; values: Fields };

/**
 * The links that show the page with the form filled in. The preset is marked that the fields agree with. Without script
 * they are buttons, which send what was typed along; Enter must press none of them.
 */
export const Presets: FC<PresetsProps> = ({ of, page, values }) => {
  const chosen = presetIn(of.state?.typed ?? values, of.state?.errors);
  return (
    <div class="field">
      <p class="label" id="presets">
        Start from a preset
      </p>
      <nav class="tiles" aria-labelledby="presets" data-presets={OF_PRESETS.join(' ')}>
        {Object.entries(PRESETS).map(([name, { label, words }]) => (
          <a href={`${page}?preset=${name}`} aria-current={name === chosen ? 'true' : undefined}>
            <b>{label}</b>
            <span>{words}</span>
          </a>
        ))}
      </nav>
      <noscript>
        <button class="unseen" type="submit" tabindex={-1}>
          Save
        </button>
        <div class="line">
          {Object.entries(PRESETS).map(([name, { label }]) => (
            <button class="quiet" type="submit" name={SHOW} value={name}>
              {label}
            </button>
          ))}
        </div>
      </noscript>
    </div>
  );
};

type RightsInputsProps = { of: FormView; values: Fields; plan: Plan };

/** The fields that restrict a key. The owner owns the account, so only the plan is above the limits of the key. */
export const RightsInputs: FC<RightsInputsProps> = ({ of, values, plan }) => {
  const { requestsPerMinute, callsPerMonth } = PLAN_LIMITS[plan];
  const texts = rightsTexts(of.state?.typed ?? { expiry: 'never', ...values });
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
      <Part of={of} title="Browser origins" text={texts.origins} fields={['origins']}>
        <Input of={of} name="origins" value={values.origins} isNamed />
      </Part>
      <Part
        of={of}
        title="Limits"
        text={texts.limits ?? `Those of the ${planName(plan)} plan`}
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
  <details open={fields.some((name) => of.state?.errors[name] !== undefined)}>
    <summary>
      {title}
      <span class="soft clip">{text}</span>
    </summary>
    <div class="stack">{children}</div>
  </details>
);

const limitHint = (plan: Plan, limit: number): string =>
  `Blank means the limit of the ${planName(plan)} plan, ${formatCount(limit)}. A higher number has no effect.`;
