/** The page that lists and searches links. */
import type { FC } from 'hono/jsx';
import type { DetailedLink } from '#api/links/link-details';
import type { LinkStatus } from '#api/links/link-status';
import type { ConsolePage } from '../page';
import { Day, Empty, formatCount, Head } from './components';
import { TagList } from './tag-list';

export type ShownLink = {
  readonly link: DetailedLink;
  readonly status: LinkStatus;
  /** All its clicks; null where the statistics do not respond. */
  readonly clicks: number | null;
};

const REASONS: Record<NonNullable<LinkStatus['expiredReason']>, readonly [kind: string, label: string]> = {
  TIME: ['wait', 'Expired'],
  CLICKS: ['wait', 'Clicks used up'],
  DELETED: ['wrong', 'Deleted'],
  BLOCKED: ['wrong', 'Blocked'],
};

export const LinkBadge: FC<{ status: LinkStatus }> = ({ status: { expiredReason } }) => {
  const [kind, label] = expiredReason === null ? ['good', 'Active'] : REASONS[expiredReason];
  return <span class={`badge ${kind}`}>{label}</span>;
};

type LinksView = {
  readonly links: readonly ShownLink[];
  /** The search text as it was typed. */
  readonly search: string;
  /** The search text by which the list is filtered; empty where the typed text was refused. */
  readonly searched: string;
  readonly searchError: string | undefined;
  /** The cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
  readonly isFirst: boolean;
};

export const linksPage = ({ links, search, searched, searchError, nextCursor, isFirst }: LinksView): ConsolePage => ({
  title: 'Links',
  section: 'links',
  main: (
    <>
      <Head title="Links" lead="Newest first.">
        <a class="button" href="/console/new-link">
          New link
        </a>
      </Head>
      <search>
        {' '}
        <form method="get" action="/console/links">
          <div class="field">
            <label for="search">Search in codes and destinations</label>
            <div class="join">
              <input
                id="search"
                name="search"
                type="search"
                value={search}
                aria-invalid={searchError ? 'true' : undefined}
              />
              <button class="quiet" type="submit">
                Search
              </button>
            </div>
            {searchError && <p class="bad">{searchError}</p>}
          </div>
        </form>
      </search>
      {links.length === 0 ? (
        <NoLinks search={searched} isFirst={isFirst} />
      ) : (
        <section class="card">
          <ul class="rows">
            {links.map((one) => (
              <LinkRow one={one} />
            ))}
          </ul>
        </section>
      )}
      <Paging search={searched} nextCursor={nextCursor} isFirst={isFirst} />
    </>
  ),
});

const NoLinks: FC<{ search: string; isFirst: boolean }> = ({ search, isFirst }) =>
  search !== '' || !isFirst ? (
    <Empty title="Nothing found">
      <p>No link of yours holds that text in its code or its destination.</p>
      <a class="button quiet" href="/console/links">
        Show all links
      </a>
    </Empty>
  ) : (
    <Empty title="No link yet">
      <p>Make your first one here, or let an application make them with an API key.</p>
      <a class="button" href="/console/new-link">
        Make a link
      </a>
    </Empty>
  );

const LinkRow: FC<{ one: ShownLink }> = ({ one: { link, status, clicks } }) => {
  const shortCode = link.alias ?? link.code;
  const { title, tags } = link.details;
  return (
    <li class="row">
      <div>
        <p class="line">
          <a class="name few" href={`/console/links/${shortCode}`}>
            {title === null ? shortCode : <bdi>{title}</bdi>}
          </a>
          {status.status === 'expired' && <LinkBadge status={status} />}
          {link.password !== null && <span class="badge">Password</span>}
        </p>
        <p class="soft small clip">{title === null ? link.url : `${shortCode} → ${link.url}`}</p>
        {tags.length > 0 && <TagList names={tags} />}
      </div>
      <p class="aside soft small">
        {clicks !== null && <b>{`${formatCount(clicks)} ${clicks === 1 ? 'click' : 'clicks'}`}</b>}
        <Day at={link.createdAt} />
      </p>
    </li>
  );
};

const Paging: FC<{ search: string; nextCursor: string | null; isFirst: boolean }> = ({
  search,
  nextCursor,
  isFirst,
}) => {
  if (nextCursor === null && isFirst) return null;
  const next = new URLSearchParams({ ...(search !== '' && { search }), cursor: nextCursor ?? '' });
  const first = new URLSearchParams({ ...(search !== '' && { search }) });
  return (
    <nav class="line" aria-label="Pages">
      {!isFirst && (
        <a class="button quiet" href={`/console/links?${first}`}>
          Newest
        </a>
      )}
      {nextCursor !== null && (
        <a class="button quiet" href={`/console/links?${next}`}>
          Older
        </a>
      )}
    </nav>
  );
};
