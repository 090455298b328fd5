/** The form that filters and sorts the list of links. */
import type { FC } from 'hono/jsx';
import { type LinksQuery, SORTS } from '../links-query';
import type { TagChoice } from '../tag-choice';
import { Choice } from './components';
import { TagName } from './tag-list';

export type FilterView = {
  readonly query: LinksQuery;
  readonly tags: TagChoice;
  /** The message of the refusal if the filter was refused, and the list shows all links. */
  readonly error: string | undefined;
};

/** The panel with the other filters is open while one of them is set. */
export const LinkFilter: FC<{ of: FilterView }> = ({ of: { query, tags, error } }) => (
  <search>
    <form method="get" action="/console/links" class="filter">
      <div class="field">
        <label for="search">Search in codes, destinations, titles and notes</label>
        <div class="join">
          <input
            id="search"
            name="search"
            type="search"
            dir="auto"
            value={query.search}
            aria-invalid={error ? 'true' : undefined}
            aria-describedby={error && 'search-error'}
          />
          <button class="quiet" type="submit">
            Show
          </button>
        </div>
        {error && (
          <p class="bad" id="search-error">
            {error}
          </p>
        )}
      </div>
      <details open={query.tag.length > 0 || query.status !== undefined || query.sort !== 'created'}>
        <summary>Filter and sort</summary>
        <div class="fields">
          <Choice label="Order" name="sort" value={query.sort} options={Object.entries(SORTS)} />
          <Choice label="Status" name="status" value={query.status ?? ''} options={STATUSES} />
          {tags.offered.length > 1 && <Choice label="Tags" name="tags" value={query.tags} options={MATCHES} />}
        </div>
        {tags.offered.length > 0 && <Pills of={tags} />}
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
  ['all', 'With all of these'],
  ['any', 'With any of these'],
] as const;

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
