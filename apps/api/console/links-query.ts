/**
 * The query of the page that lists links. It stands in the address, which can be saved and shared. The parameters are
 * those of GET /v2/links.
 */
import type { LinkStatus } from '#api/links/link-status';

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
  readonly sort: Sort;
};

export const EVERY_LINK: LinksQuery = { search: '', tag: [], tags: 'all', status: undefined, sort: 'created' };

/** Reads the parameters. A value that no form of the console sends counts as absent. */
function linksQueryOf(params: URLSearchParams): LinksQuery {
  const { search, tags, status, sort } = Object.fromEntries(params);
  return {
    search: (search ?? '').trim(),
    tag: [...new Set(params.getAll('tag').filter((name) => name !== ''))],
    tags: tags === 'any' ? 'any' : 'all',
    status: status === 'active' || status === 'expired' ? status : undefined,
    sort: Object.hasOwn(SORTS, sort ?? '') ? (sort as Sort) : 'created',
  };
}

/** A page of a list. */
export type LinksPlace = { readonly query: LinksQuery; readonly cursor: string | undefined };

/** Reads the page that an address shows, and the first one of all links for any other text. */
export function placeOf(address: string): LinksPlace {
  const params = new URLSearchParams(/\?(.*)$/.exec(address)?.[1]);
  return { query: linksQueryOf(params), cursor: params.get('cursor') || undefined };
}

/** The address of a list. @param cursor of the page; undefined for the first one */
export function linksAddress({ search, tag, tags, status, sort }: LinksQuery, cursor?: string): string {
  const params = new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...tag.map((name) => ['tag', name]),
    ...(tags === 'any' && tag.length > 1 ? [['tags', tags]] : []),
    ...(status === undefined ? [] : [['status', status]]),
    ...(sort === 'created' ? [] : [['sort', sort]]),
    ...(cursor === undefined ? [] : [['cursor', cursor]]),
  ]);
  return params.size === 0 ? '/console/links' : `/console/links?${params}`;
}

/** Whether the list leaves links out. */
export const isFiltered = ({ search, tag, status, sort }: LinksQuery): boolean =>
  search !== '' || tag.length > 0 || status !== undefined || sort !== 'created';
