/** The properties of a link: those that it has, each with the form that changes it, and one row to add the others. */
import type { FC } from 'hono/jsx';
import type { UtmTemplate } from '#api/links/utm-templates';
import { Disclosure } from '../disclosure';
import { type Forms, REPLACED } from '../forms/form';
import { FormButtons, FormElement, type FormView, wasSent } from '../forms/form-element';
import { Input } from '../forms/input';
import type { RangeView } from '../statistics/pictures';
import type { TagChoice } from '../tags/tag-choice';
import { isAvailable, type Options } from './account-links';
import { EDITS } from './forms';
import type { SeenValues } from './link-edits';
import { LockedOptions } from './link-inputs';
import { type EditableName, formatValue, type PageLink } from './link-property';
import { EDITABLE, EDITABLE_NAMES, OPTIONS, PropertyInputs } from './properties';
import type { UndoView } from './undo';

export type LinkView = PageLink & {
  /** The tags to choose from, those of the link first. */
  readonly tags: TagChoice;
  readonly templates: readonly UtmTemplate[];
  /** Epoch milliseconds. */
  readonly now: number;
  readonly view: RangeView;
  readonly undo: UndoView;
  readonly forms: Forms;
  /** The digests of what this page shows of the link. */
  readonly seen: SeenValues;
  readonly options: Options;
  /** The variable CONTACT. */
  readonly contact: string | undefined;
  /** The property whose form the address of the page opens. */
  readonly opened: EditableName | undefined;
};

type CardView = LinkView & { readonly canChange: boolean };

/** Returns the properties that the link has, and those that it lacks. A deleted link has only its destination. */
function splitProperties(page: LinkView): { present: EditableName[]; missing: EditableName[] } {
  const names = EDITABLE_NAMES.filter((name) => page.link.gone !== 'DELETED' || name === 'url');
  const present = names.filter((name) => EDITABLE[name].show(page) !== null);
  return { present, missing: names.filter((name) => !present.includes(name)) };
}

/** The title that a link has stands above its address. */
const listShown = (page: LinkView): EditableName[] => splitProperties(page).present.filter((name) => name !== 'title');

/** Whether the link has no property but the destination, which is then shown in the head of the page. */
export const isBare = (page: CardView): boolean => !page.canChange && listShown(page).length === 1;

export const LinkCard: FC<CardView> = (page) => {
  if (isBare(page)) return null;
  const { missing } = splitProperties(page);
  const locked = OPTIONS.filter((name) => missing.includes(name) && !isAvailable(page.options, name));
  return (
    <section class="card">
      <h2 class="unseen">Details</h2>
      <dl class="about">
        {listShown(page).map((name) => (
          <div id={anchorOf(name)} tabindex={-1}>
            <dt>{EDITABLE[name].shownLabel ?? EDITABLE[name].label}</dt>
            <dd>
              {EDITABLE[name].show(page)}
              {page.canChange && <PropertyForm {...page} name={name} />}
            </dd>
          </div>
        ))}
      </dl>
      {page.canChange && (
        <>
          <div class="adds">
            <span class="soft small">Add</span>
            {missing
              .filter((name) => isAvailable(page.options, name))
              .map((name) => (
                <PropertyForm {...page} name={name} />
              ))}
          </div>
          {locked.length > 0 && <LockedOptions options={page.options} names={locked} />}
        </>
      )}
    </section>
  );
};

/** The anchor of a property that the page shows, or of the button that adds it. */
export const anchorOf = (name: EditableName): string => `the-${EDITABLE[name].path}`;

/** The most characters of a value that a notice repeats. */
const TOLD = 80;

/** A property and its value, as the notice of its change says them. */
export const SavedProperty: FC<PageLink & { name: EditableName }> = ({ name, ...page }) => {
  const { label, shownLabel = label, show, words, value } = EDITABLE[name];
  const shown = show(page);
  if (shown === null) return <>{label}: none.</>;
  const text = formatValue(value(page.link));
  return (
    <>
      {shownLabel}:{' '}
      {words || typeof shown === 'string' ? shown : <bdi>{text.length > TOLD ? `${text.slice(0, TOLD)}…` : text}</bdi>}
    </>
  );
};

/** The longest value that fits into the words of a button. */
const SHORT = 20;

/** The words of the button: what replaces what, after somebody else has changed the property meanwhile. */
function saveLabel(name: EditableName, { state }: FormView): string {
  const theirs = state?.typed[REPLACED];
  if (theirs === undefined) return 'Save';
  const mine = state?.typed[name] ?? '';
  const isInWords = EDITABLE[name].words !== undefined;
  const isShort = !isInWords && [mine, theirs].every((text) => text !== '' && text.length <= SHORT);
  return isShort ? `Replace ${theirs} with ${mine}` : 'Replace it';
}

/** The form of one property, closed until it is asked for. */
export const PropertyForm: FC<LinkView & { name: EditableName }> = ({ name, ...page }) => {
  const { link, statistics, seen, forms, opened, options, tags, templates, now, timeZone } = page;
  const { label, shownLabel = label, show } = EDITABLE[name];
  const params = { code: statistics.shortCode };
  const form = EDITS[name];
  const summary =
    show(page) === null ? (
      <>
        <span class="unseen">Add: </span>
        {label}
      </>
    ) : (
      <>
        Change<span class="unseen">{`: ${shownLabel}`}</span>
      </>
    );
  return (
    <Disclosure
      class="change"
      id={show(page) === null ? anchorOf(name) : undefined}
      summary={summary}
      isOpen={wasSent(form, forms, params) || opened === name}
    >
      <FormElement form={form} forms={forms} params={params}>
        {(of) => (
          <>
            <Input of={of} name="seen" value={seen[name]} />
            <PropertyInputs
              of={of}
              name={name}
              link={link}
              statistics={statistics}
              options={options}
              tags={tags}
              templates={templates}
              now={now}
              timeZone={timeZone}
            />
            <FormButtons label={saveLabel(name, of)} page={`/console/links/${params.code}`} />
          </>
        )}
      </FormElement>
    </Disclosure>
  );
};
