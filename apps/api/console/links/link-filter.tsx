/** The form that searches, filters and sorts the list of links. The script sends it after each change. */
import type { FC } from 'hono/jsx';
import { parseDay } from '#domain/breakdown';
import { normalizeTag } from '#domain/link';
import { Chips, FilterCount } from '../filter-chips';
import { Pills } from '../forms/input';
import { Popover } from '../popover';
import { formatDayRange, formatLongDay } from '../statistics/period';
import { type ColoredTag, type TagChoice, TagName } from '../tags/tag-choice';
import type { ListFilter, SetFilter } from './link-property';
import { STATUS_WORDS } from './link-status';
import { EVERY_LINK, type LinksQuery, linksAddress, SORTS } from './links-query';
import { EDITABLE } from './properties';

/** The message of a refusal: about the search, or about the other filters. */
export type FilterError = { readonly field: 'search' | 'filter'; readonly words: string };

export type FilterView = {
  readonly query: LinksQuery;
  readonly tags: TagChoice;
  /** Set if the filter was refused, and the list shows all links. */
  readonly error: FilterError | undefined;
  /** Whether the server knows the zone of this browser, whose days those of the filter are. If not, the script says it. */
  readonly isZoneKnown: boolean;
};

export const LinkFilter: FC<{ of: FilterView }> = ({ of: { query, tags, error, isZoneKnown } }) => (
  <search>
    <form method="get" action="/console/links" class="filter" data-search data-asks-zone={isZoneKnown ? undefined : ''}>
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
        <Popover
          id="filter"
          title="Filter"
          class="narrow"
          look="opener"
          label={
            <>
              Filter
              <FilterCount count={listFilters(query).length} />
            </>
          }
        >
          <Filters query={query} tags={tags} />
        </Popover>
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

const HOST: ListFilter = {
  Inputs: ({ query }) => (
    <label class="named">
      <span class="soft small">Destination on</span>
      <input
        name="host"
        value={query.host}
        placeholder="example.com"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
      />
    </label>
  ),
  list: (query) =>
    query.host === '' ? [] : [{ words: `On ${query.host}`, isTag: false, without: { ...query, host: '' } }],
};

const CREATED: ListFilter = {
  Inputs: ({ query }) => (
    <fieldset class="span">
      <legend class="unseen">Created</legend>
      <label class="named">
        <span class="soft small">Created from</span>
        <input type="date" name="createdFrom" value={query.createdFrom} />
      </label>
      <label class="named">
        <span class="soft small">to</span>
        <input type="date" name="createdTo" value={query.createdTo} />
      </label>
    </fieldset>
  ),
  list: (query) => {
    const words = nameSpan(parseDay(query.createdFrom), parseDay(query.createdTo));
    return words === null ? [] : [{ words, isTag: false, without: { ...query, createdFrom: '', createdTo: '' } }];
  },
};

function nameSpan(from: number | null, to: number | null): string | null {
  if (from !== null && to !== null) return `Created ${formatDayRange(from, to)}`;
  if (from !== null) return `Created since ${formatLongDay(from)}`;
  return to === null ? null : `Created until ${formatLongDay(to)}`;
}

/** The ways to narrow a list, besides the status. */
const FILTERS: readonly ListFilter[] = [CREATED, HOST, ...Object.values(EDITABLE).flatMap(({ filter = [] }) => filter)];

/** The script sends the form after each change, so its button is for pages without it, and closes the sheet of a phone. */
const Filters: FC<Pick<FilterView, 'query' | 'tags'>> = ({ query, tags }) => (
  <>
    <Radios label="Status" name="status" value={query.status ?? ''} options={STATUS_CHOICES} />
    {FILTERS.map(({ Inputs }) => (
      <Inputs query={query} tags={tags} />
    ))}
    <button type="submit">Show links</button>
  </>
);

const STATUS_CHOICES = [
  ['', 'Not deleted'],
  ...Object.entries(STATUS_WORDS),
  ['deleted', 'Deleted'],
  ['all', 'All'],
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

/** The filters of a list that are set, each a link to the list without it. */
export const SetFilters: FC<{ query: LinksQuery; tags: TagChoice }> = ({ query, tags }) => {
  const filters = listFilters(query);
  const { search, sort } = query;
  const chips = filters.map(({ words, isTag, without }, n) => ({
    words: isTag ? <TagName of={storedTag(tags, words)} /> : words,
    without: linksAddress(without),
    before: isTag && filters[n - 1]?.isTag && <span class="soft small">{query.tags === 'any' ? 'or' : 'and'}</span>,
  }));
  return <Chips chips={chips} all={linksAddress({ ...EVERY_LINK, search, sort })} />;
};

/** The tag as it is stored. An address may write its name in another way, or name one that does not exist. */
const storedTag = ({ offered }: TagChoice, name: string): ColoredTag =>
  offered.find((tag) => normalizeTag(tag.name) === normalizeTag(name)) ?? { name, color: null };

const LISTED_WORDS = { ...STATUS_WORDS, deleted: 'Deleted', all: 'With deleted links' };

/** Returns the filters of a query in the order in which they are shown. */
const listFilters = (query: LinksQuery): SetFilter[] => [
  ...(query.status === undefined
    ? []
    : [{ words: LISTED_WORDS[query.status], isTag: false, without: { ...query, status: undefined } }]),
  ...FILTERS.flatMap(({ list }) => list(query)),
];
