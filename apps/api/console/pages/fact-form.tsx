/** The form of one fact of a link, closed until it is asked for. */
import type { Child, FC } from 'hono/jsx';
import { EDITS } from '../forms/declared/edits';
import { REPLACED } from '../forms/form';
import { FormOf, type FormView, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { type Fact, factRow } from '../link-facts';
import type { LinkView } from './link-view';

/** A fact as the page of a link shows it. */
export type FactView = {
  readonly fact: Fact;
  readonly label: string;
  /** Null if the link has none. */
  readonly shown: Child | null;
  /** The option of the plan on which the fact depends. Where the plan lacks it, the fact can only be removed. */
  readonly option?: keyof LinkView['options'];
  /** The fields of the form. */
  readonly fields: (form: FormView) => Child;
};

/** Whether the account may change the fact, or add it. */
export const isOffered = ({ shown, option }: FactView, { options }: Pick<LinkView, 'options'>): boolean =>
  shown !== null || option === undefined || options[option].isAvailable;

/** The longest value that fits into the words of a button. */
const SHORT = 20;

/** The words of the button: what replaces what, after somebody else has changed the fact meanwhile. */
function saveLabel(fact: Fact, { state }: FormView): string {
  const theirs = state?.typed[REPLACED];
  if (theirs === undefined) return 'Save';
  const { field, words } = factRow(fact);
  const mine = state?.typed[field] ?? '';
  const isShort = words === undefined && [mine, theirs].every((text) => text !== '' && text.length <= SHORT);
  return isShort ? `Replace ${theirs} with ${mine}` : 'Replace it';
}

export const FactForm: FC<LinkView & { of: FactView }> = ({ of: { fact, label, shown, fields }, ...page }) => {
  const { statistics, seen, forms, opened } = page;
  const params = { code: statistics.shortCode };
  const form = EDITS[fact];
  return (
    <details class="change" open={wasSent(form, forms, params) || opened === fact}>
      <summary>
        {shown === null ? (
          <>
            <span class="unseen">Add: </span>
            {label}
          </>
        ) : (
          <>
            Change<span class="unseen">{`: ${label}`}</span>
          </>
        )}
      </summary>
      <FormOf form={form} forms={forms} params={params}>
        {(view) => (
          <>
            <Input of={view} name="seen" value={seen[fact]} />
            {fields(view)}
            <p class="line">
              <button type="submit">{saveLabel(fact, view)}</button>
              <a class="button quiet" href={`/console/links/${params.code}`}>
                Cancel
              </a>
            </p>
          </>
        )}
      </FormOf>
    </details>
  );
};
