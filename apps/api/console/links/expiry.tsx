/** The expiry of a link: some lifetimes to choose from, a field for any other, and one for a day and a time. */
import type { FC } from 'hono/jsx';
import { MAX_EXPIRES_IN, MIN_EXPIRES_IN } from '#api/links/link-request';
import { parseZone } from '#api/statistics/statistics-query';
import type { Link } from '#domain/link';
import { formatLocal, parseLocal } from '#domain/local-time';
import { formatCount, formatMoment, formatMomentIn, Moment } from '../components';
import type { FieldErrors, Fields } from '../forms/form';
import type { FormView } from '../forms/form-element';
import { Input, Pills } from '../forms/input';
import type { Availability } from './account-links';
import { AMOUNT, type BulkChange, type EditableProperty, type InputsProps, parseCount } from './link-property';

/** The choices: never, after some seconds, after an amount that is typed, or at a moment. */
const NEVER = 'never';
const OTHER = 'other';
const DATE = 'date';
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

const ON = {
  expiresOn: { label: 'Expires on', kind: 'moment', input: { autocomplete: 'off' } },
  /** The time zone of that field: the browser's, which the script writes here, or the one that the server knows. */
  zone: { label: 'Time zone', kind: 'hidden' },
} as const;

const FIELDS = { lifetime: { label: 'Expiry', kind: 'radios' }, ...AFTER, ...ON } as const;

/** The seconds up to the chosen moment, rounded up; what is wrong with it, in words. */
function parseEnd({ expiresOn = '', zone = '' }: Fields, now: number): number | string {
  const timeZone = parseZone(zone) ?? 'UTC';
  const at = parseLocal(expiresOn, timeZone);
  if (at === undefined) return 'Enter a day and a time, such as 2026-12-03 14:00.';
  if (at === null)
    return `The clocks go forward then, so ${timeZone} has no ${expiresOn.trim().slice(11)} on that day. Enter another time.`;
  if (at <= now) return 'This time is past. Enter a later one.';
  const seconds = Math.ceil((at - now) / 1000);
  if (seconds < MIN_EXPIRES_IN) return 'Enter a time that is at least one minute from now.';
  return seconds > MAX_EXPIRES_IN ? 'Enter a day within the next ten years.' : seconds;
}

/**
 * Returns a duration in seconds; null for none. A chosen lifetime precedes the amount, which a form without that choice
 * has alone. NaN stands for an unknown unit, and for an amount that was chosen and is empty.
 */
function parseLifetime(sent: Fields, now: number): number | null {
  const { lifetime, expiresIn, unit } = sent;
  if (lifetime === NEVER) return null;
  if (lifetime === DATE) {
    const seconds = parseEnd(sent, now);
    return typeof seconds === 'number' ? seconds : null;
  }
  if (LIFETIMES.some(([seconds]) => seconds === lifetime)) return Number(lifetime);
  const amount = parseCount(expiresIn);
  if (lifetime === OTHER && amount === null) return Number.NaN;
  const isKnown = UNITS.some(([seconds]) => seconds === unit);
  return amount === null ? null : amount * (isKnown ? Number(unit) : Number.NaN);
}

/** A browser may show the amount beside any choice. */
function checkLifetime(sent: Fields, now: number): FieldErrors {
  if (sent.lifetime === NEVER && sent.expiresIn?.trim())
    return [['expiresIn', 'You chose that it never expires. Choose Other, or empty this field.']];
  const end = sent.lifetime === DATE ? parseEnd(sent, now) : null;
  return typeof end === 'string' ? [['expiresOn', end]] : [];
}

function describeRange({ unit }: Fields): string {
  const [seconds, name] = UNITS.find(([known]) => known === unit) ?? UNITS[0];
  return `Enter a whole number of ${name}, up to ${formatCount(MAX_EXPIRES_IN / Number(seconds))}.`;
}

/** The text of a lifetime in the preview; client/parts/link-fields.ts has the same. */
function formatLifetime({ lifetime, expiresIn = '', unit = DEFAULT_UNIT, ...sent }: Fields): string | undefined {
  if (lifetime === DATE) {
    const at = momentIn(sent);
    return at === null ? undefined : formatMomentIn(at, parseZone(sent.zone ?? '') ?? 'UTC');
  }
  const chosen = LIFETIMES.find(([seconds]) => seconds === lifetime)?.[1];
  if (chosen !== undefined) return `After ${chosen}`;
  if (lifetime === NEVER || !/^\s*\d+\s*$/.test(expiresIn)) return undefined;
  const [amount, name] = [expiresIn.trim(), UNITS.find(([seconds]) => seconds === unit)?.[1] ?? ''];
  return `After ${amount} ${amount === '1' ? name.slice(0, -1) : name}`;
}

/** The moment in the fields; null for none. */
const momentIn = ({ expiresOn = '', zone = '' }: Fields): number | null =>
  parseLocal(expiresOn, parseZone(zone) ?? 'UTC') ?? null;

/** The end of a link as the texts of the fields. */
const fillEnd = ({ expiresAt }: Pick<Link, 'expiresAt'>, zone: string): Fields =>
  expiresAt === null ? {} : { lifetime: DATE, expiresOn: formatLocal(expiresAt, zone), zone };

/** The choices, each with its end. On a plan without the option an expiry can only be removed. */
const ExpiryInputs: FC<InputsProps> = ({ of, link, options: { expiresIn: availability }, now, timeZone }) => {
  const { isAvailable } = availability;
  const { lifetime: typed, expiresIn } = of.state?.typed ?? {};
  const first = link === undefined ? { lifetime: NEVER } : fillEnd(link, timeZone);
  const chosen = typed ?? (expiresIn ? OTHER : first.lifetime);
  const hasNever = link === undefined || link.expiresAt !== null || typed === NEVER;
  const choices = [
    ...(hasNever ? [[NEVER, 'Never'] as const] : []),
    ...(isAvailable ? [...LIFETIMES, [OTHER, 'Other'] as const, [DATE, 'On a date'] as const] : []),
  ];
  return (
    <div class="lifetime">
      {choices.length > 0 && <Choices of={choices} chosen={chosen} />}
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
          <End of={of} value={first} timeZone={timeZone} />
        </>
      )}
    </div>
  );
};

type ChoicesProps = { of: readonly (readonly [value: string, label: string])[]; chosen: string | undefined };

const Choices: FC<ChoicesProps> = ({ of, chosen }) => (
  <Pills label="Expiry">
    {of.map(([lifetime, label]) => (
      <label>
        <input type="radio" name="lifetime" value={lifetime} checked={lifetime === chosen} />
        {label}
      </label>
    ))}
  </Pills>
);

/**
 * The moment, in the zone that the hint names. The script shows it in the zone of the browser.
 * @param value the texts that the fields begin with
 */
const End: FC<{ of: FormView; value?: Fields; timeZone: string }> = ({ of, value = {}, timeZone }) => {
  const { expiresOn, zone = timeZone }: Fields = of.state?.typed ?? value;
  const at = momentIn({ expiresOn: expiresOn ?? '', zone });
  return (
    <div class="on-date" data-at={at ?? undefined}>
      <Input
        of={of}
        name="expiresOn"
        value={expiresOn}
        hint={
          <>
            Time zone: <span data-zone-name>{zone}</span>
          </>
        }
      />
      <input type="hidden" name="zone" value={zone} />
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

/** Whether the moment in the fields is the minute of a time. */
const isMinuteOf = (sent: Fields, at: number): boolean => momentIn(sent) === at - (at % 60_000);

export const EXPIRY: EditableProperty = {
  label: 'Expiry',
  path: 'end',
  fields: FIELDS,
  refusals: {
    FIELD_INVALID: (_, sent) => describeRange(sent),
    EXPIRES_IN_TOO_SHORT: 'Enter at least one minute.',
  },
  read: parseLifetime,
  check: checkLifetime,
  value: ({ expiresAt }) => expiresAt,
  words: ({ expiresAt }) => (expiresAt === null ? 'never expire' : `expire on ${formatMoment(expiresAt)}`),
  fill: fillEnd,
  edit: (sent, { expiresAt }, now) => {
    if (sent.lifetime === NEVER) return expiresAt === null ? undefined : null;
    const isSame = sent.lifetime === DATE && expiresAt !== null && isMinuteOf(sent, expiresAt);
    return isSame ? undefined : (parseLifetime(sent, now) ?? undefined);
  },
  show: ({ link: { expiresAt }, timeZone }) =>
    expiresAt === null ? null : <Moment at={expiresAt} timeZone={timeZone} />,
  shownLabel: 'Expires',
  Inputs: ExpiryInputs,
  preview: { label: 'Expires', text: formatLifetime },
};

const BULK_CHOICES = [
  [OTHER, 'After a time'],
  [DATE, 'On a date'],
] as const;

export const EXPIRY_CHANGES: BulkChange = {
  name: 'expiresIn',
  summary: 'Set expiry',
  fields: FIELDS,
  Inputs: ({ of, options: { expiresIn: availability }, timeZone }) => (
    <div class="lifetime">
      <Choices of={BULK_CHOICES} chosen={of.state?.typed.lifetime ?? OTHER} />
      <div class="other">
        <Amount of={of} availability={availability} isFirst />
      </div>
      {availability.isAvailable && <End of={of} timeZone={timeZone} />}
    </div>
  ),
  changes: {
    extend: {
      label: 'Apply',
      read: parseLifetime,
      check: checkLifetime,
      missing: 'Enter how long they last.',
      edit: (checked) => checked,
    },
    never: { label: 'Never expire', look: 'quiet', read: () => null, edit: (checked) => checked },
  },
  // A later edit may give a link that was stopped another end or, on any plan, none.
  atOnce: { stop: { label: 'Expire now', look: 'quiet', act: 'expire' } },
};
