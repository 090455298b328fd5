/**
 * The inputs that several forms of links share: the expiry, the tags, the options that a plan lacks, and the changes of
 * many.
 */
import type { FC } from 'hono/jsx';
import { Moment } from '../components';
import { Disclosure } from '../disclosure';
import type { FormView } from '../forms/form-element';
import { Input, Pills } from '../forms/input';
import { type ChosenTag, encodeTag, splitTags, type TagChoice, TagName } from '../tags/tag-choice';
import { CHANGES, DEFAULT_UNIT, LIFETIMES, NEVER, OTHER, UNITS } from './forms';
import type { Availability, Options } from './link-fields';

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

/**
 * Some lifetimes to choose from, each with its end, and a field for any other. On a plan without the option an expiry
 * can only be removed.
 */
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
const Unit: FC<{ of: FormView; availability: Availability }> = ({ of, availability }) => (
  <select name="unit" aria-label="Unit of time" disabled={!availability.isAvailable}>
    {UNITS.map(([seconds, name]) => (
      <option value={seconds} selected={seconds === (of.state?.typed.unit ?? DEFAULT_UNIT)}>
        {name}
      </option>
    ))}
  </select>
);

type TagBoxesProps = { of: FormView; tags: TagChoice };

/** The chosen tags and some others. The rest is in a disclosure, and the field below takes any tag. */
export const TagFields: FC<TagBoxesProps> = (props) => {
  const hasBoxes = props.tags.offered.length > 0;
  return (
    <div class="tagging">
      {hasBoxes && <FewTags {...props} />}
      <Input of={props.of} name="tags" label={hasBoxes ? 'New tags' : undefined} />
    </div>
  );
};

const FewTags: FC<TagBoxesProps> = ({ of, tags }) => {
  const { few, others } = splitTags(tags.offered);
  return (
    <Pills label="Tags">
      <TagBoxes of={of} tags={few} />
      {others.length > 0 && (
        <Disclosure summary={`${others.length} more`} look="small">
          <div class="pills">
            <TagBoxes of={of} tags={others} />
          </div>
          {tags.hasMore && <p class="hint">You can type any other tag below.</p>}
        </Disclosure>
      )}
    </Pills>
  );
};

/** A form that is shown again has the boxes ticked as they were sent. */
const TagBoxes: FC<{ of: FormView; tags: readonly ChosenTag[] }> = ({ of: { state }, tags }) => {
  const picked = new Set(state?.typed.picked?.split(' '));
  return (
    <>
      {tags.map((tag) => (
        <label>
          <input
            type="checkbox"
            name="picked"
            value={encodeTag(tag.name)}
            checked={state === undefined ? tag.isChosen : picked.has(encodeTag(tag.name))}
          />
          <TagName of={tag} />
        </label>
      ))}
    </>
  );
};

const LABELS: Readonly<Record<keyof Options, string>> = {
  alias: 'alias',
  expiresIn: 'expiry',
  maxClicks: 'click limit',
  password: 'password',
};

type LockedProps = { options: Options; names?: readonly (keyof Options)[] };

/**
 * The options that the account cannot use, a line per reason.
 * @param names the options that the page would offer; default: all
 */
export const LockedOptions: FC<LockedProps> = ({ options, names = Object.keys(LABELS) as (keyof Options)[] }) => {
  const locked = names.flatMap((name) => {
    const option = options[name];
    return option.isAvailable ? [] : [{ label: LABELS[name], reason: option.reason }];
  });
  if (locked.length === 0) return null;
  return (
    <div class="locked soft small">
      {[...Map.groupBy(locked, ({ reason }) => reason)].map(([reason, those]) => (
        <p>
          <b>{sentenceCase(LIST.format(those.map(({ label }) => label)))}</b> {reason}
        </p>
      ))}
      <p>
        <a href="/console/plan">See plans</a>
      </p>
    </div>
  );
};

const LIST = new Intl.ListFormat('en');

const sentenceCase = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}:`;

type ChangeSelectedProps = {
  of: FormView;
  canExpire: Availability;
  tags: TagChoice;
  /** The address of the page without a selection. */
  list: string;
};

/** The bar that changes the selected links. Each change is a button; those with a field stand above the bar. */
export const ChangeSelected: FC<ChangeSelectedProps> = ({ of, canExpire, tags, list }) => (
  <section class="deeds card" aria-label="Change the selected links">
    <p class="small" role="status" data-count />
    {of.state === undefined ? (
      <button class="text" type="reset">
        Clear
      </button>
    ) : (
      <a class="button text" href={list}>
        Clear
      </a>
    )}
    <Disclosure name="deed" summary="Edit tags" look="button quiet" isOpen={of.state?.errors.tags !== undefined}>
      <div class="panel">
        {tags.offered.length > 0 && (
          <Pills label="Existing tags">
            <TagBoxes of={of} tags={tags.offered.map((tag) => ({ ...tag, isChosen: false }))} />
          </Pills>
        )}
        <Input of={of} name="tags" />
        <p class="line">
          <Change to="tag" />
          <Change to="untag" look="quiet" />
        </p>
      </div>
    </Disclosure>
    <Disclosure name="deed" summary="Set expiry" look="button quiet" isOpen={of.state?.errors.expiresIn !== undefined}>
      <div class="panel">
        <Input of={of} name="expiresIn" availability={canExpire} beside={<Unit of={of} availability={canExpire} />} />
        <p class="line">
          <Change to="extend" isDisabled={!canExpire.isAvailable} />
          <Change to="never" look="quiet" />
        </p>
      </div>
    </Disclosure>
    <Change to="stop" look="quiet" />
    <Change to="delete" look="danger" />
  </section>
);

type ChangeProps = { to: keyof typeof CHANGES; look?: 'quiet' | 'danger'; isDisabled?: boolean };

const Change: FC<ChangeProps> = ({ to, look, isDisabled }) => (
  <button class={look} type="submit" name="change" value={to} disabled={isDisabled}>
    {CHANGES[to]}
  </button>
);
