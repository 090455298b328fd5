/** The form that searches, filters and sorts the list of links. The script sends it after each change. */
import type { FC } from 'hono/jsx';
import { normalizeTag } from '#domain/link';
import { Disclosure } from '../disclosure';
import { Pills } from '../forms/input';
import { type ChosenTag, type ColoredTag, splitTags, type TagChoice, TagName } from '../tags/tag-choice';
import { EVERY_LINK, type LinksQuery, linksAddress, SORTS } from './links-query';

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
        <Disclosure
          summary={
            <>
              Filter
              <FilterCount query={query} />
            </>
          }
        >
          <Panel query={query} tags={tags} />
        </Disclosure>
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
  const count = listFilters(query).length;
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
    <Radios label="Status" name="status" value={query.status ?? ''} options={STATUS_CHOICES} />
    <Pills label="Protection">
      <label>
        <input type="checkbox" name="protected" value="yes" checked={query.isProtected} />
        Password
      </label>
    </Pills>
    {tags.offered.length > 0 && <TagPills of={tags} match={query.tags} />}
  </div>
);

const STATUS_CHOICES = [
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

/** The chosen tags and some others. The rest is in a disclosure, because a panel of forty tags would hide the list. */
const TagPills: FC<{ of: TagChoice; match: LinksQuery['tags'] }> = ({ of: { offered, hasMore }, match }) => {
  const { few, others } = splitTags(offered);
  return (
    <Pills label="Tags">
      {offered.length > 1 && <Match of={match} />}
      {few.map((tag) => (
        <TagPill of={tag} />
      ))}
      {others.length > 0 && (
        <Disclosure summary={`${others.length} more tags`} look="small">
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
        </Disclosure>
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

/** The filters of a list that are set, each a link to the list without it. */
export const SetFilters: FC<{ query: LinksQuery; tags: TagChoice }> = ({ query, tags }) => {
  const filters = listFilters(query);
  if (filters.length === 0) return null;
  const { search, sort } = query;
  return (
    <ul class="chips" aria-label="Filters">
      {filters.map(({ words, isTag, without }, n) => (
        <li>
          {isTag && filters[n - 1]?.isTag && <span class="soft small">{query.tags === 'any' ? 'or' : 'and'}</span>}
          <a href={linksAddress(without)}>
            {isTag ? <TagName of={storedTag(tags, words)} /> : words}
            <span aria-hidden="true">×</span>
            <span class="unseen"> (take out)</span>
          </a>
        </li>
      ))}
      <li>
        <a class="all" href={linksAddress({ ...EVERY_LINK, search, sort })}>
          Clear
          <span class="unseen"> filters</span>
        </a>
      </li>
    </ul>
  );
};

/** The tag as it is stored. An address may write its name in another way, or name one that does not exist. */
const storedTag = ({ offered }: TagChoice, name: string): ColoredTag =>
  offered.find((tag) => normalizeTag(tag.name) === normalizeTag(name)) ?? { name, color: null };

/** A filter of a list of links that is set, besides the search. Each can be taken out alone. */
type SetFilter = {
  /** The filter in words; the name of a tag. */
  readonly words: string;
  readonly isTag: boolean;
  /** The query without this filter. */
  readonly without: LinksQuery;
};

const STATUS_WORDS = { active: 'Active', expired: 'Expired' } as const;

/** Returns the filters of a query in the order in which they are shown. */
function listFilters(query: LinksQuery): SetFilter[] {
  const { status, isProtected, tag } = query;
  return [
    ...(status === undefined
      ? []
      : [{ words: STATUS_WORDS[status], isTag: false, without: { ...query, status: undefined } }]),
    ...(isProtected ? [{ words: 'With a password', isTag: false, without: { ...query, isProtected: false } }] : []),
    ...tag.map((name) => ({
      words: name,
      isTag: true,
      without: { ...query, tag: tag.filter((other) => other !== name) },
    })),
  ];
}
