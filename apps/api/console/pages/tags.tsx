/** The page that lists the tags of the account. */
import type { FC } from 'hono/jsx';
import type { ConsolePage } from '../page';
import {
  type ShownTag,
  TAG_SORTS,
  type TagSort,
  type TagsPage,
  type TagsQuery,
  tagPath,
  tagsAddress,
  turnedPage,
} from '../tags-page';
import { Empty, formatCount, Head } from './components';

type TagsView = TagsPage & { readonly query: TagsQuery };

/** From how many tags on the list can be searched. Fewer are seen at once. */
const MANY = 10;

export const tagsPage = (view: TagsView): ConsolePage => ({
  title: 'Tags',
  section: 'links',
  main: (
    <>
      <Head title="Tags" lead="A tag is created when you first add it to a link." back={['Links', '/console/links']} />
      {view.count === 0 && view.query.search === '' ? (
        <Empty title="No tags yet">
          <p>
            Add tags to a link, such as a campaign or a client, to find its links and to count their clicks together.
          </p>
          <a class="button" href="/console/new-link">
            New link
          </a>
        </Empty>
      ) : (
        <Found {...view} />
      )}
    </>
  ),
});

const Found: FC<TagsView> = (view) => {
  const { tags, count, query } = view;
  const most = Math.max(1, ...tags.map(({ clicks }) => clicks ?? 0));
  return (
    <>
      {(count > MANY || query.search !== '') && <Search query={query} />}
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
    </>
  );
};

const Search: FC<{ query: TagsQuery }> = ({ query: { search, sort } }) => (
  <form class="join" method="get" action="/console/tags">
    <input type="search" name="search" value={search} aria-label="Search tags" placeholder="Search tags" />
    {sort !== 'name' && <input type="hidden" name="sort" value={sort} />}
    <button class="quiet" type="submit">
      Search
    </button>
  </form>
);

const LABELS: Readonly<Record<TagSort, string>> = { name: 'Name', links: 'Links', clicks: 'Clicks' };

/** The head of a column sorts by it. */
const ColumnHead: FC<{ sort: TagSort; query: TagsQuery }> = ({ sort, query }) => {
  const isSorted = query.sort === sort;
  const order = sort === 'name' ? 'ascending' : 'descending';
  return (
    <th scope="col" class={sort === 'name' ? undefined : 'end'} aria-sort={isSorted ? order : undefined}>
      <a href={tagsAddress({ ...query, sort, skip: 0 })}>{LABELS[sort]}</a>
    </th>
  );
};

/** The bar compares the clicks with those of the most clicked tag of the page. A phone has no room for it. */
const TagRow: FC<{ of: ShownTag; most: number }> = ({ of: { tag, links, clicks, isPartial }, most }) => (
  <tr>
    <th scope="row">
      <a href={tagPath(tag.name)}>
        <span class={tag.color === null ? 'dot' : `dot ${tag.color}`} />
        <bdi>{tag.name}</bdi>
      </a>
    </th>
    <td class="end">{links === null ? '–' : `${formatCount(links)}${isPartial ? '+' : ''}`}</td>
    <td class="end">
      {clicks !== null && <progress aria-hidden="true" value={clicks} max={most} />}
      {clicks === null ? '–' : formatCount(clicks)}
    </td>
  </tr>
);

const Paging: FC<TagsView> = ({ query, count }) => {
  const [previous, next] = ([-1, 1] as const).map((way) => turnedPage(query, way, count));
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
      <span class="soft small">{`${formatCount(count)} tags`}</span>
    </nav>
  );
};
