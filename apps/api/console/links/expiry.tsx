/** The expiry of a link: some lifetimes to choose from, and a field for any other. */
import type { FC } from 'hono/jsx';
import { MAX_EXPIRES_IN } from '#api/links/link-request';
import { formatCount, formatMoment, Moment } from '../components';
import type { FieldErrors, Fields } from '../forms/form';
import type { FormView } from '../forms/form-element';
import { Input, Pills } from '../forms/input';
import type { Availability } from './account-links';
import { AMOUNT, type BulkChange, type EditableProperty, type InputsProps, parseCount } from './link-property';

/** The choices: never, after some seconds, or after an amount that is typed. */
const NEVER = 'never';
const OTHER = 'other';
const LIFETIMES = [
  ['86400', '1 day'],
  ['604800', '7 days'],
  ['2592000', '30 days'],
] as const;

/** The units of an amount: the seconds of one, as a text, and its name. */
const UNITS = [
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;
const DEFAULT_UNIT = '86400';

const AFTER = {
  expiresIn: { label: 'Expires after', input: AMOUNT },
  unit: { label: 'Unit of time', kind: 'choice' },
} as const;

/**
 * Returns a duration in seconds; null for none. A chosen lifetime precedes the amount, which a form without that choice
 * has alone. NaN stands for an unknown unit, and for an amount that was chosen and is empty.
 */
function parseLifetime({ lifetime, expiresIn, unit }: Fields): number | null {
  if (lifetime === NEVER) return null;
  if (LIFETIMES.some(([seconds]) => seconds === lifetime)) return Number(lifetime);
  const amount = parseCount(expiresIn);
  if (lifetime === OTHER && amount === null) return Number.NaN;
  const isKnown = UNITS.some(([seconds]) => seconds === unit);
  return amount === null ? null : amount * (isKnown ? Number(unit) : Number.NaN);
}

/** A browser may show the amount beside any choice. */
const checkLifetime = ({ lifetime, expiresIn }: Fields): FieldErrors =>
  lifetime === NEVER && expiresIn?.trim()
    ? [['expiresIn', 'You chose that it never expires. Choose Other, or empty this field.']]
    : [];

function describeRange({ unit }: Fields): string {
  const [seconds, name] = UNITS.find(([known]) => known === unit) ?? UNITS[0];
  return `Enter a whole number of ${name}, up to ${formatCount(MAX_EXPIRES_IN / Number(seconds))}.`;
}

/** The text of a lifetime in the preview; client/parts/link-fields.ts has the same. */
function formatLifetime({ lifetime, expiresIn = '', unit = DEFAULT_UNIT }: Fields): string | undefined {
  const chosen = LIFETIMES.find(([seconds]) => seconds === lifetime)?.[1];
  if (chosen !== undefined) return `After ${chosen}`;
  if (lifetime === NEVER || !/^\s*\d+\s*$/.test(expiresIn)) return undefined;
  const [amount, name] = [expiresIn.trim(), UNITS.find(([seconds]) => seconds === unit)?.[1] ?? ''];
  return `After ${amount} ${amount === '1' ? name.slice(0, -1) : name}`;
}

/** The choices, each with its end. On a plan without the option an expiry can only be removed. */
const ExpiryInputs: FC<InputsProps> = ({ of, link, options: { expiresIn: availability }, now }) => {
  const { isAvailable } = availability;
  const { lifetime: typed, expiresIn } = of.state?.typed ?? {};
  const chosen = typed ?? (expiresIn ? OTHER : link === undefined ? NEVER : undefined);
  const hasNever = link === undefined || link.expiresAt !== null || typed === NEVER;
  const choices = [
    ...(hasNever ? [[NEVER, 'Never'] as const] : []),
    ...(isAvailable ? [...LIFETIMES, [OTHER, 'Other'] as const] : []),
  ];
  return (
    <div class="lifetime">
      {choices.length > 0 && (
        <Pills label="Expiry">
          {choices.map(([lifetime, label]) => (
            <label>
              <input type="radio" name="lifetime" value={lifetime} checked={lifetime === chosen} />
              {label}
            </label>
          ))}
        </Pills>
      )}
      <div class={isAvailable ? 'other' : undefined}>
        <Amount of={of} availability={availability} />
      </div>
      {isAvailable && (
        <>
          {LIFETIMES.map(([seconds]) => (
            <p class={`hint until in-${seconds}`}>
              Expires <Moment at={now + Number(seconds) * 1_000} />
            </p>
          ))}
          <p class="hint" data-until />
        </>
      )}
    </div>
  );
};

/** An amount and its unit. */
const Amount: FC<{ of: FormView; availability: Availability; isFirst?: boolean }> = ({ of, availability, isFirst }) => (
  <Input
    of={of}
    name="expiresIn"
    availability={availability}
    isFirst={isFirst ?? false}
    beside={
      <select name="unit" aria-label={AFTER.unit.label} disabled={!availability.isAvailable}>
        {UNITS.map(([seconds, name]) => (
          <option value={seconds} selected={seconds === (of.state?.typed.unit ?? DEFAULT_UNIT)}>
            {name}
          </option>
        ))}
      </select>
    }
  />
);

export const EXPIRY: EditableProperty = {
  label: 'Expiry',
  path: 'end',
  fields: { lifetime: { label: 'Expiry', kind: 'radios' }, ...AFTER },
  refusals: {
    FIELD_INVALID: (_, sent) => describeRange(sent),
    EXPIRES_IN_TOO_SHORT: 'Enter at least one minute.',
  },
  read: parseLifetime,
  check: checkLifetime,
  value: ({ expiresAt }) => expiresAt,
  words: ({ expiresAt }) => (expiresAt === null ? 'never expire' : `expire on ${formatMoment(expiresAt)}`),
  edit: (sent, { expiresAt }) => {
    const isRemoved = sent.lifetime === NEVER && expiresAt !== null;
    return isRemoved ? null : (parseLifetime(sent) ?? undefined);
  },
  show: ({ link: { expiresAt } }) => (expiresAt === null ? null : <Moment at={expiresAt} />),
  shownLabel: 'Expires',
  Inputs: ExpiryInputs,
  preview: { label: 'Expires', text: formatLifetime },
};

export const EXPIRY_CHANGES: BulkChange = {
  name: 'expiresIn',
  summary: 'Set expiry',
  fields: AFTER,
  Inputs: ({ of, options }) => <Amount of={of} availability={options.expiresIn} isFirst />,
  changes: {
    extend: {
      label: 'Apply',
      read: parseLifetime,
      missing: 'Enter how long they last.',
      edit: (checked) => checked,
    },
    never: { label: 'Never expire', look: 'quiet', read: () => null, edit: (checked) => checked },
  },
  // A later edit may give a link that was stopped another end or, on any plan, none.
  atOnce: { stop: { label: 'Expire now', look: 'quiet', act: 'expire' } },
};
