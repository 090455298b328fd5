/** The bar of the list of links that changes the selected ones. It is shown while a link is selected. */
import type { Child, FC } from 'hono/jsx';
import { CHANGES } from '../forms/declared/links';
import type { FormView } from '../forms/form-of';
import { Input } from '../forms/input';
import type { Availability } from '../link-fields';
import type { TagChoice } from '../tag-choice';
import { valueOfTag } from '../tag-text';
import { Unit } from './new-link-page';
import { Pills } from './pills';
import { TagName } from './tag-list';

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
    <Deed label="Edit tags" isOpen={of.state?.errors.tags !== undefined}>
      {tags.offered.length > 0 && <OwnTags of={of} tags={tags} />}
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

/** The tags of the account to choose from. The field beside them takes new ones, and those that are not offered. */
const OwnTags: FC<{ of: FormView; tags: TagChoice }> = ({ of, tags }) => {
  const picked = new Set(of.state?.typed.picked?.split(' '));
  return (
    <Pills label="Existing tags">
      {tags.offered.map((tag) => (
        <label>
          <input
            type="checkbox"
            name="picked"
            value={valueOfTag(tag.name)}
            checked={picked.has(valueOfTag(tag.name))}
          />
          <TagName of={tag} />
        </label>
      ))}
    </Pills>
  );
};

type ChangeProps = { to: keyof typeof CHANGES; look?: 'quiet' | 'danger'; isDisabled?: boolean };

const Change: FC<ChangeProps> = ({ to, look, isDisabled }) => (
  <button class={look} type="submit" name="change" value={to} disabled={isDisabled}>
    {CHANGES[to]}
  </button>
);
