/** The page that lists, filters and changes links. */
import type { FC } from 'hono/jsx';
import type { LinkCount } from '#api/links/few-links';
import { Empty, formatCount, Head, Moment } from '../components';
import type { Forms } from '../forms/form';
import { FormElement } from '../forms/form-element';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import { isScheduled, UndoDeletions, type UndoView } from './dead-link';
import { CHANGE_LINKS } from './forms';
import type { Availability } from './link-fields';
import { type FilterView, LinkFilter, SetFilters } from './link-filter';
import { ChangeSelected } from './link-inputs';
import { LinkRow, type RowView, type ShownLink } from './link-row';
import { isFiltered, type LinksQuery, linksAddress, type PageStart } from './links-query';
import type { Reach } from './read-links-page';

type LinksView = {
  readonly links: readonly ShownLink[];
  readonly exactCount: number;
  readonly reach: Reach | null;
  readonly view: RowView;
  readonly filter: FilterView;
  /** The query of the shown list. It has no filter if the requested query was refused. */
  readonly listed: LinksQuery;
  /** Undefined on the first page. */
  readonly start: PageStart | undefined;
  /** The cursor of the next page; null on the last one. */
  readonly nextCursor: string | null;
  /** The cursor of the page before; null on the first one. */
  readonly previousCursor: string | null;
  readonly count: LinkCount | null;
  readonly undo: UndoView;
  readonly forms: Forms;
  readonly canExpire: Availability;
};

export const linksPage = (view: LinksView): ConsolePage => ({
  title: 'Links',
  own: 'list',
  section: 'links',
  main: isBare(view) ? (
    <>
      <Head title="Links" />
      <NoLinksYet />
    </>
  ) : (
    <>
      <Head title="Links" isShort>
        <p class="line">
          <a class="button quiet" href="/console/tags">
            Manage tags
          </a>
          <a class="button" href="/console/new-link">
            New link
          </a>
        </p>
      </Head>
      <UndoDeletions of={view.undo} list={linksAddress(view.listed, view.start)} />
      <LinkFilter of={view.filter} />
      <div class="found" id="found">
        <SetFilters query={view.listed} tags={view.filter.tags} />
        {view.links.length === 0 ? <NoLinks of={view} /> : <LinkList of={view} />}
        <Paging of={view} />
      </div>
    </>
  ),
});

/** Whether an account has no links, so that there is nothing to search. */
const isBare = ({ links, listed, start, nextCursor, filter }: LinksView): boolean =>
  links.length === 0 && nextCursor === null && start === undefined && !isFiltered(listed) && filter.error === undefined;

const NoLinksYet: FC = () => (
  <Empty title="No links yet">
    <p>Create your first one here, or let an application create them.</p>
    <p class="line">
      <a class="button" href="/console/new-link">
        New link
      </a>
      <a class="button quiet" href="/console/keys">
        Get an API key
      </a>
    </p>
  </Empty>
);

/**
 * The number of the page's first link in the list; undefined if the address does not say it, or if links that were made
 * meanwhile have moved it.
 */
function findFirst({ start, links, previousCursor }: LinksView): number | undefined {
  if (previousCursor === null) return 1;
  if (start?.to === undefined) return start?.from;
  const first = start.to - links.length + 1;
  return first > 1 ? first : undefined;
}

const LinkList: FC<{ of: LinksView }> = ({ of }) => {
  const { links, view, undo, forms, listed, start, nextCursor, count, canExpire, filter } = of;
  const range = { shown: links.length, from: findFirst(of), hasNext: nextCursor !== null, count };
  return (
    <FormElement form={CHANGE_LINKS} forms={forms} class="many">
      {(shown) => {
        const selected = new Set(shown.state?.typed.codes?.split(' '));
        return (
          <>
            <Input of={shown} name="list" value={linksAddress(listed, start)} />
            <section class="card listed">
              <div class="above">
                <label class="check" hidden>
                  <input type="checkbox" data-all="codes" />
                  Select all
                </label>
                <p class="soft small" data-range>
                  {formatRange(range)}
                </p>
                {links.some(({ clicks }) => clicks !== null) && <Heads />}
              </div>
              <ul class="rows" id={`${shown.id}-codes`}>
                {links.map((one) => (
                  <LinkRow
                    one={one}
                    isSelected={selected.has(one.link.code)}
                    isScheduled={isScheduled(undo, one.link)}
                    view={view}
                  />
                ))}
              </ul>
            </section>
            <ChangeSelected of={shown} canExpire={canExpire} tags={filter.tags} list={linksAddress(listed, start)} />
          </>
        );
      }}
    </FormElement>
  );
};

/** What the columns show. On a phone a row says it itself. */
const Heads: FC = () => (
  <p class="heads soft small" aria-hidden="true">
    <span>Last 30 days</span>
    <span>Created</span>
  </p>
);

/** A search reads a part of the links at once, so a page without links need not be the last. */
const NoLinks: FC<{ of: LinksView }> = ({ of }) => {
  const { nextCursor, reach } = of;
  if (nextCursor !== null)
    return (
      <Empty title="Still searching" flight="lost">
        <p>
          <ReachText reach={reach} /> There are more links to search.
        </p>
        <NextPage of={of} cursor={nextCursor} />
      </Empty>
    );
  if ((findFirst(of) ?? 2) > 1)
    return (
      <Empty title="That is all" flight="lost">
        <p>No further link matches your search and filters.</p>
      </Empty>
    );
  return (
    <Empty title="Nothing found" flight="lost">
      <p>No link matches your search and filters.</p>
      <a class="button quiet" href="/console/links">
        Show all links
      </a>
    </Empty>
  );
};

const ReachText: FC<{ reach: Reach | null }> = ({ reach }) => {
  if (reach === null) return <>A part of the list has been searched.</>;
  if ('count' in reach) return <>The first {formatCount(reach.count)} links of this order have been searched.</>;
  return (
    <>
      The links back to <Moment at={reach.since} /> have been searched.
    </>
  );
};

/** The way to the next page. The script follows it by itself from a page without links. */
const NextPage: FC<{ of: LinksView; cursor: string }> = ({ of, cursor }) => {
  const { links, listed, exactCount } = of;
  const from = findFirst(of);
  return (
    <a
      class="button quiet"
      rel="next"
      href={linksAddress(listed, { cursor, from: from && from + links.length })}
      data-next={links.length === 0 ? '' : undefined}
    >
      {links.length === exactCount ? 'Search further' : pageWords(listed.sort).next}
    </a>
  );
};

/** The words of the links to the first page, to the one before and to the next one. */
const pageWords = (sort: LinksQuery['sort']) =>
  sort === 'created'
    ? { first: 'Newest', previous: 'Newer', next: 'Older' }
    : { first: 'First page', previous: 'Previous page', next: 'Next page' };

const Paging: FC<{ of: LinksView }> = ({ of }) => {
  const { links, listed, start, nextCursor, previousCursor } = of;
  // A page without links has the button to the next one itself.
  const hasNext = nextCursor !== null && links.length > 0;
  if (!hasNext && start === undefined) return null;
  const words = pageWords(listed.sort);
  const from = findFirst(of);
  return (
    <nav class="line" aria-label="Pages">
      {start !== undefined && (
        <a class="button quiet" href={linksAddress(listed)}>
          {words.first}
        </a>
      )}
      {previousCursor !== null && (
        <a
          class="button quiet"
          rel="prev"
          href={linksAddress(listed, { cursor: previousCursor, to: from === undefined ? undefined : from - 1 })}
        >
          {words.previous}
        </a>
      )}
      {hasNext && <NextPage of={of} cursor={nextCursor} />}
    </nav>
  );
};

/** Which links of a list a page shows, in words. */

export type ShownRange = {
  /** The number of links on the page. */
  readonly shown: number;
  /** The number of the first of them in the list; undefined if the address does not say it. */
  readonly from: number | undefined;
  readonly hasNext: boolean;
  /** All links of the account; null for a list that leaves links out, whose links are not counted. */
  readonly count: LinkCount | null;
};

/** Returns a text like `315 links, 26–50`. A list that leaves links out is counted by its last page. */
export function formatRange({ shown, from, hasNext, count }: ShownRange): string {
  const last = from === undefined ? undefined : from + shown - 1;
  const part =
    from === undefined || last === undefined || shown === 0 ? '' : `${formatCount(from)}–${formatCount(last)}`;
  const isWhole = from === 1 && !hasNext;
  if (count === null) {
    if (hasNext || last === undefined) return part === '' ? '' : `${part} of those found, and perhaps more`;
    return isWhole ? `${linksText(last)} found` : `${linksText(last)} found, ${part}`;
  }
  const all = `${formatCount(count.count)}${count.isMore ? '+' : ''} ${count.count === 1 ? 'link' : 'links'}`;
  return isWhole || part === '' ? all : `${all}, ${part}`;
}

const linksText = (count: number): string => `${formatCount(count)} ${count === 1 ? 'link' : 'links'}`;
