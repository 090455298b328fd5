/** The form that searches, filters and sorts the list of links. The script sends it after each change. */
import type { FC } from 'hono/jsx';
import { isNarrowed, type LinksQuery, SORTS } from '../links-query';
import type { TagChoice } from '../tag-choice';
import { TagName } from './tag-list';

/** The message of a refusal: about the search, or about the other filters. */
export type FilterError = { readonly field: 'search' | 'filter'; readonly words: string };

export type FilterView = {
  readonly query: LinksQuery;
  readonly tags: TagChoice;
  /** Set if the filter was refused, and the list shows all links. */
  readonly error: FilterError | undefined;
};

/** The panel with the other filters is open while one of them is set. */
export const LinkFilter: FC<{ of: FilterView }> = ({ of: { query, tags, error } }) => (
  <search>
    <form method="get" action="/console/links" class="filter" data-search>
      <div class="seek">
        <label class="unseen" for="search">
          Search
        </label>
        <input
          id="search"
          name="search"
          type="search"
          dir="auto"
          placeholder="Search, or paste an address"
          value={query.search}
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
          aria-keyshortcuts="/"
          aria-invalid={error?.field === 'search' ? 'true' : undefined}
          aria-describedby="search-says"
        />
        <span class="key" aria-hidden="true">
          /
        </span>
        <label class="unseen" for="sort">
          Order
        </label>
        <select id="sort" name="sort">
          {Object.entries(SORTS).map(([value, label]) => (
            <option value={value === 'created' ? '' : value} selected={value === query.sort}>
              {label}
            </option>
          ))}
        </select>
        <button class="quiet" type="submit">
          Show
        </button>
      </div>
      <p class={error ? 'bad' : 'hint'} id="search-says" role="status" data-says>
        {error?.words}
      </p>
      <details open={isNarrowed(query)}>
        <summary>Filter</summary>
        <div class="narrow">
          <Radios label="Status" name="status" value={query.status ?? ''} options={STATUSES} />
          <fieldset class="pills">
            <legend class="unseen">Password</legend>
            <label>
              <input type="checkbox" name="protected" value="yes" checked={query.isProtected} />
              With a password
            </label>
          </fieldset>
          {tags.offered.length > 0 && <Pills of={tags} />}
          {tags.offered.length > 1 && (
            <Radios label="Match" name="tags" value={query.tags === 'any' ? 'any' : ''} options={MATCHES} />
          )}
        </div>
      </details>
    </form>
  </search>
);

const STATUSES = [
  ['', 'All'],
  ['active', 'Active'],
  ['expired', 'Expired'],
] as const;

const MATCHES = [
  ['', 'With all of these tags'],
  ['any', 'With any of them'],
] as const;

type RadiosProps = { label: string; name: string; value: string; options: readonly (readonly [string, string])[] };

/** A choice of few options, as pills side by side. */
const Radios: FC<RadiosProps> = ({ label, name, value, options }) => (
  <fieldset class="pills">
    <legend class="unseen">{label}</legend>
    {options.map(([option, text]) => (
      <label>
        <input type="radio" name={name} value={option} checked={option === value} />
        {text}
      </label>
    ))}
  </fieldset>
);

const Pills: FC<{ of: TagChoice }> = ({ of: { offered, hasMore } }) => (
  <fieldset class="pills">
    <legend class="unseen">Only links with these tags</legend>
    {offered.map((tag) => (
      <label>
        <input type="checkbox" name="tag" value={tag.name} checked={tag.isChosen} />
        <TagName of={tag} />
      </label>
    ))}
    {hasMore && (
      <p class="hint">
        The other tags can be chosen on <a href="/console/tags">the page of tags</a>.
      </p>
    )}
  </fieldset>
);
