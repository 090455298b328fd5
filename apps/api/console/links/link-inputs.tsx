/** What several forms of links share: the options that a plan lacks, and the bar that changes the selected links. */
import type { FC } from 'hono/jsx';
import type { FormView } from '../forms/form-element';
import { Popover } from '../popover';
import type { TagChoice } from '../tags/tag-choice';
import { isAvailable, type Options } from './account-links';
import { DELETE } from './forms';
import type { Change } from './link-property';
import { BULK, PROPERTIES } from './properties';

type LockedProps = { options: Options; names: readonly (keyof Options)[] };

/** The options that the account cannot use, a line per reason. @param names the options that the page would offer */
export const LockedOptions: FC<LockedProps> = ({ options, names }) => {
  const locked = names.flatMap((name) => {
    const option = options[name];
    return option.isAvailable ? [] : [{ label: PROPERTIES[name].label.toLowerCase(), reason: option.reason }];
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
  options: Options;
  tags: TagChoice;
  timeZone: string;
  /** The address of the page without a selection. */
  list: string;
  /** Whether the page opens without a selection, so that the form only needs to be reset. */
  isFresh: boolean;
};

/** The bar that changes the selected links. Each change is a button; one with a value opens a panel. */
export const ChangeSelected: FC<ChangeSelectedProps> = ({ of, options, tags, timeZone, list, isFresh }) => (
  <section class="deeds card" aria-label="Change the selected links">
    <p class="small" data-count />
    {isFresh ? (
      <button class="text" type="reset" data-clear>
        Clear
      </button>
    ) : (
      <a class="button text" href={list} data-clear>
        Clear
      </a>
    )}
    {BULK.map(({ name, summary, fields, Inputs, changes }) => (
      <Popover
        id={`change-${name}`}
        label={summary}
        look="quiet"
        isOpen={Object.keys(fields).some((field) => of.state?.errors[field] !== undefined)}
      >
        <Inputs of={of} options={options} tags={tags} timeZone={timeZone} />
        <p class="line">
          <ChangeButtons of={changes} isLocked={!isAvailable(options, name)} />
        </p>
      </Popover>
    ))}
    {BULK.map(({ atOnce = {} }) => (
      <ChangeButtons of={atOnce} />
    ))}
    <button class="danger" type="submit" name="change" value={DELETE}>
      Delete
    </button>
  </section>
);

/** @param isLocked whether the plan lacks the option, so that it can only be removed */
const ChangeButtons: FC<{ of: Readonly<Record<string, Change>>; isLocked?: boolean }> = ({ of, isLocked = false }) => (
  <>
    {Object.entries(of).map(([value, { label, look, missing }]) => (
      <button class={look} type="submit" name="change" value={value} disabled={isLocked && missing !== undefined}>
        {label}
      </button>
    ))}
  </>
);
