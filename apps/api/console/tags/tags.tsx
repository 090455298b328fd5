/** The page that lists the tags of the account. */
import type { FC } from 'hono/jsx';
import { Empty, formatCount, formatCounted, Head } from '../components';
import { SEARCH_ICON } from '../icons';
import type { ConsolePage } from '../page';
import {
  type ShownTag,
  TAG_SORTS,
  type TagSort,
  type TagsPage,
  type TagsQuery,
  tagPath,
  tagsAddress,
  turnPage,
} from './read-tags-page';

type TagsView = TagsPage & { readonly query: TagsQuery };

/** The list has a search from this many tags on. Fewer fit on one screen. */
const MANY = 10;

export const tagsPage = (view: TagsView): ConsolePage => ({
  title: 'Tags',
  own: 'tags',
  section: 'links',
  main:
    view.count === 0 && view.query.search === '' ? (
      <>
        <Head title="Tags" back={['Links', '/console/links']} />
        <NoTagsYet />
      </>
    ) : (
      <>
        <Head title="Tags" lead={<Lead {...view} />} back={['Links', '/console/links']} isShort>
          <a class="button" href="/console/links">
            Choose links to tag
          </a>
        </Head>
        <Found {...view} />
      </>
    ),
});

/** The script replaces the count by that of its search. */
const Lead: FC<TagsView> = (view) => (
  <>
    <span id="count">{countText(view)}</span>. To tag links, select them in the list and choose “Edit tags”.
  </>
);

const NoTagsYet: FC = () => (
  <Empty title="No tags yet">
    <p>
      Tag links by campaign or client. Find them together, and count their clicks together. A new link takes its tags in
      its form; others are selected in <a href="/console/links">the list</a>, by “Edit tags”.
    </p>
    <p>
      <a class="button" href="/console/new-link">
        New link with a tag
      </a>
    </p>
  </Empty>
);

const Found: FC<TagsView> = (view) => {
  const { tags, query } = view;
  const most = Math.max(...tags.map(({ clicks }) => clicks ?? 0));
  return (
    <>
      {isSearchable(view) && <Search query={query} />}
      <div class="stack" id="found">
        <section class="card">
          {tags.length === 0 ? (
            <p class="soft">
              No tag has this in its name. <a href={tagsAddress({ ...query, search: '' })}>Show all tags</a>
            </p>
          ) : (
            <table class="of-tags">
              <thead>
                <tr>
                  {TAG_SORTS.map((sort) => (
                    <ColumnHead sort={sort} query={query} />
                  ))}
                </tr>
              </thead>
              <tbody>
                {tags.map((one) => (
                  <TagRow of={one} most={most} />
                ))}
              </tbody>
            </table>
          )}
        </section>
        <Paging {...view} />
      </div>
    </>
  );
};

const isSearchable = ({ count, query }: TagsView): boolean => count > MANY || query.search !== '';

function countText({ count, query }: TagsView): string {
  const tags = formatCounted(count, 'tag');
  return query.search === '' ? tags : `${tags} found`;
}

const Search: FC<{ query: TagsQuery }> = ({ query: { search, sort } }) => (
  <form class="join over" method="get" action="/console/tags">
    <svg viewBox="0 0 24 24" aria-hidden="true">
      <path d={SEARCH_ICON} />
    </svg>
    <input type="search" name="search" value={search} aria-label="Search tags" placeholder="Search tags" />
    {sort !== 'name' && <input type="hidden" name="sort" value={sort} />}
    <button class="quiet" type="submit">
      Search
    </button>
  </form>
);

const LABELS: Readonly<Record<TagSort, string>> = { name: 'Name', links: 'Links', clicks: 'Clicks' };
const KINDS: Readonly<Record<TagSort, string | undefined>> = { name: undefined, links: 'end', clicks: 'end clicks' };

/** The head of a column sorts by it. */
const ColumnHead: FC<{ sort: TagSort; query: TagsQuery }> = ({ sort, query }) => {
  const isSorted = query.sort === sort;
  const order = sort === 'name' ? 'ascending' : 'descending';
  return (
    <th scope="col" class={KINDS[sort]} aria-sort={isSorted ? order : undefined}>
      <a href={tagsAddress({ ...query, sort, skip: 0 })}>
        {LABELS[sort]}
        {sort === 'clicks' && <span class="all-time">, all time</span>}
      </a>
    </th>
  );
};

/** The bar compares the clicks with those of the most clicked tag of the page. On a phone the figures stand below the name, with their words, and the bar below them. */
const TagRow: FC<{ of: ShownTag; most: number }> = ({ of: { tag, links, clicks, isPartial }, most }) => (
  <tr>
    <th scope="row">
      <a href={tagPath(tag.name)}>
        <span class={tag.color === null ? 'dot' : `dot ${tag.color}`} />
        <bdi>{tag.name}</bdi>
      </a>
    </th>
    <td class="end">
      {links === null ? '–' : `${formatCount(links)}${isPartial ? '+' : ''}`}
      <span class="told">{links === 1 ? ' link' : ' links'}</span>
    </td>
    <td class={clicks === 0 ? 'end none' : 'end'}>
      {clicks !== null && clicks > 0 && (
        <progress class={tag.color ?? undefined} aria-hidden="true" value={clicks} max={most} />
      )}
      {clicks === null ? '–' : formatCount(clicks)}
      <span class="told">{clicks === 1 ? ' click' : ' clicks'}</span>
    </td>
  </tr>
);

const Paging: FC<TagsView> = ({ query, count }) => {
  const [previous, next] = ([-1, 1] as const).map((way) => turnPage(query, way, count));
  if (!previous && !next) return null;
  return (
    <nav class="line" aria-label="Pages">
      {previous && (
        <a class="button quiet" href={tagsAddress(previous)}>
          Previous
        </a>
      )}
      {next && (
        <a class="button quiet" href={tagsAddress(next)}>
          Next
        </a>
      )}
    </nav>
  );
};
