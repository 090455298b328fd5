/** The form that searches, filters and sorts the list of links. The script sends it after each change. */
import type { FC } from 'hono/jsx';
import { filtersIn } from '../filters';
import { type LinksQuery, SORTS } from '../links-query';
import { type ChosenTag, fewOf, type TagChoice } from '../tag-choice';
import { Pills } from './pills';
import { TagName } from './tag-list';

/** The message of a refusal: about the search, or about the other filters. */
export type FilterError = { readonly field: 'search' | 'filter'; readonly words: string };

export type FilterView = {
  readonly query: LinksQuery;
  readonly tags: TagChoice;
  /** Set if the filter was refused, and the list shows all links. */
  readonly error: FilterError | undefined;
};

export const LinkFilter: FC<{ of: FilterView }> = ({ of: { query, tags, error } }) => (
  <search>
    <form method="get" action="/console/links" class="filter" data-search>
      <div class="seek">
        <SearchField query={query} error={error} />
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
        <details>
          <summary>
            Filter
            <FilterCount query={query} />
          </summary>
          <Panel query={query} tags={tags} />
        </details>
        <button class="quiet" type="submit">
          Show
        </button>
      </div>
      <p class={error ? 'bad' : 'hint'} id="search-says" role="status" data-says>
        {error?.words}
      </p>
    </form>
  </search>
);

const SearchField: FC<Pick<FilterView, 'query' | 'error'>> = ({ query, error }) => (
  <>
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
  </>
);

/** The number of the filters that are set. The script replaces it. */
const FilterCount: FC<{ query: LinksQuery }> = ({ query }) => {
  const count = filtersIn(query).length;
  return (
    <span data-filters>
      {count > 0 && (
        <>
          {' '}
          <b>{count}</b>
          <span class="unseen"> set</span>
        </>
      )}
    </span>
  );
};

const Panel: FC<Pick<FilterView, 'query' | 'tags'>> = ({ query, tags }) => (
  <div class="narrow">
    <Radios label="Status" name="status" value={query.status ?? ''} options={STATUSES} />
    <Pills label="Protection">
      <label>
        <input type="checkbox" name="protected" value="yes" checked={query.isProtected} />
        Password
      </label>
    </Pills>
    {tags.offered.length > 0 && <TagPills of={tags} match={query.tags} />}
  </div>
);

const STATUSES = [
  ['', 'All'],
  ['active', 'Active'],
  ['expired', 'Expired'],
] as const;

const MATCHES = [
  ['all', 'All of these'],
  ['any', 'Any of these'],
] as const;

type RadiosProps = { label: string; name: string; value: string; options: readonly (readonly [string, string])[] };

const Radios: FC<RadiosProps> = ({ label, name, value, options }) => (
  <Pills label={label}>
    {options.map(([option, text]) => (
      <label>
        <input type="radio" name={name} value={option} checked={option === value} />
        {text}
      </label>
    ))}
  </Pills>
);

/** The chosen tags and some others. The rest is behind a disclosure, because a panel of forty tags hides the list. */
const TagPills: FC<{ of: TagChoice; match: LinksQuery['tags'] }> = ({ of: { offered, hasMore }, match }) => {
  const { few, others } = fewOf(offered);
  return (
    <Pills label="Tags">
      {offered.length > 1 && <Match of={match} />}
      {few.map((tag) => (
        <TagPill of={tag} />
      ))}
      {others.length > 0 && (
        <details>
          <summary class="small">{`${others.length} more tags`}</summary>
          <div class="pills">
            {others.map((tag) => (
              <TagPill of={tag} />
            ))}
          </div>
          {hasMore && (
            <p class="hint">
              The other tags can be chosen on <a href="/console/tags">the page of tags</a>.
            </p>
          )}
        </details>
      )}
    </Pills>
  );
};

/** Whether a link has all of the chosen tags, or any of them. */
const Match: FC<{ of: LinksQuery['tags'] }> = ({ of: chosen }) => (
  <div class="match">
    <fieldset class="segments">
      <legend class="unseen">Match</legend>
      {MATCHES.map(([match, text]) => (
        <label>
          <input type="radio" name="tags" value={match === 'any' ? match : ''} checked={match === chosen} />
          {text}
        </label>
      ))}
    </fieldset>
  </div>
);

const TagPill: FC<{ of: ChosenTag }> = ({ of: tag }) => (
  <label>
    <input type="checkbox" name="tag" value={tag.name} checked={tag.isChosen} />
    <TagName of={tag} />
  </label>
);
