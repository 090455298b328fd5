/** Which links of the list a page shows, in words, and the links to the pages before and after it. */
import type { FC } from 'hono/jsx';
import type { LinkCount } from '#api/links/few-links';
import { formatCount, formatCounted } from '../components';
import type { Forms } from '../forms/form';
import type { Options } from './account-links';
import type { FilterView } from './link-filter';
import type { RowView, ShownLink } from './link-row';
import { isFiltered, type LinksQuery, linksAddress, type PageStart, ROWS, type SearchedPart } from './links-query';
import type { Reach } from './read-links-page';
import type { UndoView } from './undo';

export type LinksView = {
  readonly links: readonly ShownLink[];
  readonly count: LinkCount | null;
  readonly unfinished: (SearchedPart & { readonly reach: Reach | null }) | null;
  /** How many rows a page can have. */
  readonly rows: number;
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
  readonly undo: UndoView;
  /** The codes of the links that the last change has left out. They are selected. */
  readonly left: readonly string[];
  /** Whether all links of the page are selected. */
  readonly isSelected: boolean;
  readonly forms: Forms;
  readonly options: Options;
  /** The time zone of the reader, as far as the server knows it. */
  readonly timeZone: string;
};

type Range = Pick<LinksView, 'links' | 'listed' | 'start' | 'previousCursor' | 'count' | 'unfinished'>;

/**
 * Returns a text like `315 links, 26–50`, `26–50 of 69 found`, `26–50 of more than 50 found` or `3 found so far in the
 * newest 2,000 of 10,000 links`.
 */
export function formatRange(range: Range): string {
  const { links, listed, count, unfinished } = range;
  const from = findFirst(range);
  const last = (from ?? 0) + links.length - 1;
  const part = from !== undefined && links.length > 0 ? `${formatCount(from)}–${formatCount(last)}` : '';
  if (unfinished !== null) {
    const found = count?.count ?? links.length;
    const words = found === 0 ? 'None found yet' : `${formatCount(found)} found so far`;
    return `${words}${formatReach(unfinished.reach, listed)}`;
  }
  const isWhole = count !== null && !count.isMore && count.count === links.length;
  if (isFiltered(listed)) {
    if (isWhole) return `${formatCount(count.count)} found`;
    if (part === '') return '';
    // How far a search has looked beyond the page says nothing about how many there are.
    const all = count === null || count.isMore ? `more than ${formatCount(last)}` : formatCount(count.count);
    return `${part} of ${all} found`;
  }
  const all = formatCounted(count?.count ?? 0, 'link', count?.isMore);
  return isWhole || part === '' ? all : `${all}, ${part}`;
}

function formatReach(reach: Reach | null, { sort }: LinksQuery): string {
  if (reach === null) return '';
  if ('count' in reach)
    return ` among the ${formatCount(reach.count)} ${sort === 'clicks' ? 'most' : 'last'} clicked links`;
  return ` in the newest ${formatCount(reach.before)} of ${formatCounted(reach.all.count, 'link', reach.all.isMore)}`;
}

/**
 * The number of the page's first link in the list; undefined if the address does not say it, or if links that were made
 * meanwhile have moved it.
 */
function findFirst({ start, links, previousCursor, unfinished }: Range): number | undefined {
  if (start === undefined || (previousCursor === null && unfinished === null)) return 1;
  if (start.to === undefined) return start.from;
  const first = start.to - links.length + 1;
  return first > 1 ? first : undefined;
}

/** The words of the links to the first page, to the one before and to the next one. */
const pageWords = (sort: LinksQuery['sort']) =>
  sort === 'created'
    ? { first: 'Newest', previous: 'Newer', next: 'Older' }
    : { first: 'First page', previous: 'Previous page', next: 'Next page' };

/** The ways to the other pages, and on in a search that has not filled this one, which the script goes by itself. */
export const Paging: FC<{ of: LinksView }> = ({ of }) => {
  const { links, listed, start, nextCursor, previousCursor, unfinished, count } = of;
  const words = pageWords(listed.sort);
  const from = findFirst(of);
  const found = count === null || count.isMore || !isFiltered(listed) ? undefined : count.count;
  return (
    <nav class="line paging" aria-label="Pages">
      {start !== undefined && (
        <a class="button quiet" href={linksAddress(listed)}>
          {words.first}
        </a>
      )}
      {previousCursor !== null && (
        <a
          class="button quiet"
          rel="prev"
          href={linksAddress(listed, { cursor: previousCursor, to: from && from - 1, of: from && found })}
        >
          {words.previous}
        </a>
      )}
      {nextCursor !== null && (
        <a
          class="button quiet"
          rel="next"
          href={linksAddress(listed, { cursor: nextCursor, from: from && from + links.length })}
        >
          {words.next}
        </a>
      )}
      {unfinished !== null && (
        <a class="button quiet" href={linksAddress(listed, start, unfinished)} data-on>
          Keep searching
        </a>
      )}
      <RowChoice of={of} />
    </nav>
  );
};

/** The choice how many rows a page has, where there are more links than the fewest rows. */
const RowChoice: FC<{ of: LinksView }> = ({ of: { links, rows, listed, start, nextCursor } }) =>
  links.length <= ROWS[0] && nextCursor === null && start === undefined ? null : (
    <p class="soft small per-page">
      {ROWS.map((count) =>
        count === rows ? (
          <b aria-current="true">{count}</b>
        ) : (
          <a href={withRows(linksAddress(listed), count)}>{count}</a>
        ),
      )}
      <span>a page</span>
    </p>
  );

const withRows = (address: string, rows: number): string =>
  `${address}${address.includes('?') ? '&' : '?'}rows=${rows}`;
