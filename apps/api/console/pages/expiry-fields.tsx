/** The fields of a link's expiry: some lifetimes to choose from, each with the time that it leads to, and any other. */
import type { FC } from 'hono/jsx';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import type { Availability } from '../link-fields';
import { DEFAULT_UNIT, LIFETIMES, NEVER, OTHER, UNITS } from '../units';
import { Moment } from './components';
import { Pills } from './pills';

type ExpiryProps = {
  of: FormView;
  availability: Availability;
  /** Epoch milliseconds. */
  now: number;
  /** The choice that the form begins with; undefined for none. */
  value?: string;
  /** Whether no expiry is one of the choices. */
  hasNever: boolean;
};

/** Where the option is not available, an expiry can only be removed. */
export const ExpiryFields: FC<ExpiryProps> = ({ of, availability, now, value, hasNever }) => {
  const { isAvailable } = availability;
  const { lifetime: typed, expiresIn } = of.state?.typed ?? {};
  const chosen = typed ?? (expiresIn ? OTHER : value);
  const choices = [
    ...(hasNever ? [[NEVER, 'Never'] as const] : []),
    ...(isAvailable ? [...LIFETIMES, [OTHER, 'Other'] as const] : []),
  ];
  return (
    <div class="expiry">
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
        <Input
          of={of}
          name="expiresIn"
          availability={availability}
          beside={<Unit of={of} availability={availability} />}
        />
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

/** The select for the unit of a duration, beside its amount. */
export const Unit: FC<{ of: FormView; availability: Availability }> = ({ of, availability }) => (
  <select name="unit" aria-label="Unit of time" disabled={!availability.isAvailable}>
    {UNITS.map(([seconds, name]) => (
      <option value={seconds} selected={seconds === (of.state?.typed.unit ?? DEFAULT_UNIT)}>
        {name}
      </option>
    ))}
  </select>
);
