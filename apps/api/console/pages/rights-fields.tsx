/** The fields that restrict a key, in parts. Each part says what it is set to, and only parts with an error are open. */
import type { Child, FC } from 'hono/jsx';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { SCOPES } from '#domain/scopes';
import type { Fields } from '../forms/form';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import { ACCESS, PRESETS, REACHES, rightsTexts } from '../key-rights';
import { planName } from '../plan-name';
import { formatCount } from './components';

/** The links that show the page with the form filled in. */
export const Presets: FC<{ page: string; chosen: string | null | undefined }> = ({ page, chosen }) => (
  <div class="field">
    <p class="label" id="presets">
      Start from a preset
    </p>
    <nav class="choice" aria-labelledby="presets">
      {Object.entries(PRESETS).map(([name, { label }]) => (
        <a href={`${page}?preset=${name}`} aria-current={name === chosen ? 'true' : undefined}>
          {label}
        </a>
      ))}
    </nav>
  </div>
);

type RightsInputsProps = { of: FormView; values: Fields; plan: Plan };

/** The fields that restrict a key. The owner owns the account, so only the plan is above the limits of the key. */
export const RightsInputs: FC<RightsInputsProps> = ({ of, values, plan }) => {
  const { requestsPerMinute, callsPerMonth } = PLAN_LIMITS[plan];
  const texts = rightsTexts(of.state?.typed ?? values);
  return (
    <div class="parts-of">
      <Part of={of} title="Access" text={texts.access} fields={['access']}>
        <Input of={of} name="access" value={values.access} options={ACCESS} />
        <div class="fields scopes">
          {SCOPES.map((scope) => (
            <Input of={of} name={scope} value={values[scope]} />
          ))}
        </div>
      </Part>
      <Part of={of} title="Links" text={texts.links} fields={['links']}>
        <Input of={of} name="links" value={values.links} options={REACHES} />
      </Part>
      <Part of={of} title="Web pages" text={texts.origins} fields={['origins']}>
        <Input of={of} name="origins" value={values.origins} />
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
      <Part of={of} title="Expiry" text={texts.expiresAt} fields={['expiresAt']}>
        <Input of={of} name="expiresAt" value={values.expiresAt} />
      </Part>
    </div>
  );
};

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
