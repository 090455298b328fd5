/** The bar of the list of links that changes the selected ones. It is shown while a link is selected. */
import type { Child, FC } from 'hono/jsx';
import { CHANGES } from '../forms/declared/links';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import type { Availability } from '../link-fields';
import type { TagChoice } from '../tag-choice';
import { Unit } from './expiry-fields';
import { Pills } from './pills';
import { TagBoxes } from './tag-boxes';

type ChangeSelectedProps = {
  of: FormView;
  canExpire: Availability;
  tags: TagChoice;
  /** The address of the page without a selection. */
  list: string;
};

/** Each change is a button of its own, and those with a field stand beside it. */
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
    <Deed label="Tags" isOpen={of.state?.errors.tags !== undefined}>
      {tags.offered.length > 0 && (
        <Pills label="Tags">
          <TagBoxes of={of} tags={tags.offered.map((tag) => ({ ...tag, isChosen: false }))} />
        </Pills>
      )}
      <Input of={of} name="tags" />
      <p class="line">
        <Change to="tag" />
        <Change to="untag" look="quiet" />
      </p>
    </Deed>
    <Deed label="Set expiry" isOpen={of.state?.errors.expiresIn !== undefined}>
      <Input of={of} name="expiresIn" availability={canExpire} beside={<Unit of={of} availability={canExpire} />} />
      <p class="line">
        <Change to="extend" isDisabled={!canExpire.isAvailable} />
        <Change to="never" look="quiet" />
      </p>
    </Deed>
    <Change to="stop" look="quiet" />
    <Change to="delete" look="danger" />
  </section>
);

/** A change with a field. It opens above the bar. */
const Deed: FC<{ label: string; isOpen: boolean; children: Child }> = ({ label, isOpen, children }) => (
  <details name="deed" open={isOpen}>
    <summary class="button quiet">{label}</summary>
    <div class="panel">{children}</div>
  </details>
);

type ChangeProps = { to: keyof typeof CHANGES; look?: 'quiet' | 'danger'; isDisabled?: boolean };

const Change: FC<ChangeProps> = ({ to, look, isDisabled }) => (
  <button class={look} type="submit" name="change" value={to} disabled={isDisabled}>
    {CHANGES[to]}
  </button>
);
