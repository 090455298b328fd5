/** Which links of the list a page shows, in words, and the links to the pages before and after it. */
import type { FC } from 'hono/jsx';
import type { LinkCount } from '#api/links/few-links';
import { formatCount, formatCounted } from '../components';
import type { Forms } from '../forms/form';
import type { Options } from './account-links';
import type { FilterView } from './link-filter';
import type { RowView, ShownLink } from './link-row';
import { type LinksQuery, linksAddress, type PageStart } from './links-query';
import type { Reach } from './read-links-page';
import type { UndoView } from './undo';

export type LinksView = {
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
  readonly options: Options;
};

type ShownRange = {
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
    return isWhole ? `${formatCounted(last, 'link')} found` : `${formatCounted(last, 'link')} found, ${part}`;
  }
  const all = formatCounted(count.count, 'link', count.isMore);
  return isWhole || part === '' ? all : `${all}, ${part}`;
}

/**
 * The number of the page's first link in the list; undefined if the address does not say it, or if links that were made
 * meanwhile have moved it.
 */
export function findFirst({ start, links, previousCursor }: LinksView): number | undefined {
  if (previousCursor === null) return 1;
  if (start?.to === undefined) return start?.from;
  const first = start.to - links.length + 1;
  return first > 1 ? first : undefined;
}

/** The way to the next page. The script follows it by itself from a page without links. */
export const NextPage: FC<{ of: LinksView; cursor: string }> = ({ of, cursor }) => {
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

export const Paging: FC<{ of: LinksView }> = ({ of }) => {
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
