/**
 * The query of the page that lists links. It stands in the address, which can be saved and shared. The parameters are
 * those of GET /v2/links, with `protected`, `from` and `to`.
 */
import { type LinkStatus, STATUSES } from '#api/links/link-record';

/** The orders of the list, and their labels. */
export const SORTS = {
  created: 'Newest first',
  clicks: 'Most clicks first',
  lastClick: 'Last clicked first',
} as const;
type Sort = keyof typeof SORTS;

type Status = LinkStatus['status'];

export type LinksQuery = {
  readonly search: string;
  /** Names of tags. */
  readonly tag: readonly string[];
  /** Whether a link has all of these tags, or any of them. */
  readonly tags: 'all' | 'any';
  readonly status: Status | undefined;
  /** Whether only links with a password are listed. */
  readonly isProtected: boolean;
  readonly sort: Sort;
};

export const EVERY_LINK: LinksQuery = {
  search: '',
  tag: [],
  tags: 'all',
  status: undefined,
  isProtected: false,
  sort: 'created',
};

/** Reads the parameters. A value that no form of the console sends counts as absent. */
function readLinksQuery(params: URLSearchParams): LinksQuery {
  const { search, tags, status, sort, protected: only } = Object.fromEntries(params);
  return {
    search: (search ?? '').trim(),
    tag: [...new Set(params.getAll('tag').filter((name) => name !== ''))],
    tags: tags === 'any' ? 'any' : 'all',
    status: STATUSES.find((one) => one === status),
    isProtected: only === 'yes',
    sort: Object.hasOwn(SORTS, sort ?? '') ? (sort as Sort) : 'created',
  };
}

/**
 * Where a page of a list begins: its cursor, and, if the address says it, the number of its first link in the list
 * (`from`), or of its last link (`to`) if the page is read backward.
 */
export type PageStart = {
  readonly cursor: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/** A page of a list. The start of the first page is undefined. */
export type LinksPlace = { readonly query: LinksQuery; readonly start: PageStart | undefined };

/** Reads the page that an address shows, and the first one of all links for any other text. */
export function readPlace(address: string): LinksPlace {
  const params = new URLSearchParams(/\?(.*)$/.exec(address)?.[1]);
  const cursor = params.get('cursor') || undefined;
  const numberIn = (name: string) =>
    /^[1-9]\d{0,6}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : undefined;
  const start = cursor === undefined ? undefined : { cursor, from: numberIn('from'), to: numberIn('to') };
  return { query: readLinksQuery(params), start };
}

/** The address of a list. @param start of the page; undefined for the first one */
export function linksAddress({ search, tag, tags, status, isProtected, sort }: LinksQuery, start?: PageStart): string {
  const params = new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...tag.map((name) => ['tag', name]),
    ...(tags === 'any' && tag.length > 1 ? [['tags', tags]] : []),
    ...(status === undefined ? [] : [['status', status]]),
    ...(isProtected ? [['protected', 'yes']] : []),
    ...(sort === 'created' ? [] : [['sort', sort]]),
    ...(start === undefined ? [] : [['cursor', start.cursor]]),
    ...(start?.from === undefined ? [] : [['from', `${start.from}`]]),
    ...(start?.to === undefined ? [] : [['to', `${start.to}`]]),
  ]);
  return params.size === 0 ? '/console/links' : `/console/links?${params}`;
}

/** Whether a filter other than the search is set. */
const isNarrowed = ({ tag, status, isProtected }: LinksQuery): boolean =>
  tag.length > 0 || status !== undefined || isProtected;

/** Whether the list leaves links out. A list that is sorted by clicks has no links without clicks. */
export const isFiltered = (query: LinksQuery): boolean =>
  query.search !== '' || isNarrowed(query) || query.sort !== 'created';
