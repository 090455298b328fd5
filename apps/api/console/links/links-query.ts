/**
 * The query of the page that lists links. It stands in the address, which can be saved and shared. The parameters are
 * those of GET /v2/links, with further statuses, `protected`, and where the page begins.
 */
import { STATUSES } from '#api/links/link-record';
import { parseDay } from '#domain/breakdown';

/** The orders of the list, and their labels. */
export const SORTS = {
  created: 'Newest first',
  clicks: 'Most clicks first',
  lastClick: 'Last clicked first',
} as const;
type Sort = keyof typeof SORTS;

/** The statuses by which a list is filtered. Undefined leaves out the deleted links. */
const LISTED_STATUSES = [...STATUSES, 'deleted', 'all'] as const;
type Status = (typeof LISTED_STATUSES)[number];

export type LinksQuery = {
  readonly search: string;
  /** Names of tags. */
  readonly tag: readonly string[];
  /** Whether a link has all of these tags, or any of them. */
  readonly tags: 'all' | 'any';
  readonly status: Status | undefined;
  /** Whether only links with a password are listed. */
  readonly isProtected: boolean;
  /** A host of destinations, or a domain above it; empty for all. */
  readonly host: string;
  /** The first and the last day on which a link was made, as `2026-11-20` in the reader's zone; empty for no end. */
  readonly createdFrom: string;
  readonly createdTo: string;
  readonly sort: Sort;
};

export const EVERY_LINK: LinksQuery = {
  search: '',
  tag: [],
  tags: 'all',
  status: undefined,
  isProtected: false,
  host: '',
  createdFrom: '',
  createdTo: '',
  sort: 'created',
};

/** Reads the parameters. A value that no form of the console sends counts as absent. */
function readLinksQuery(params: URLSearchParams): LinksQuery {
  const { search, tags, status, sort, host, createdFrom, createdTo, protected: only } = Object.fromEntries(params);
  const readDay = (text = '') => (parseDay(text) === null ? '' : text);
  return {
    search: (search ?? '').trim(),
    tag: [...new Set(params.getAll('tag').filter((name) => name !== ''))],
    tags: tags === 'any' ? 'any' : 'all',
    status: LISTED_STATUSES.find((one) => one === status),
    isProtected: only === 'yes',
    host: readHost(host),
    createdFrom: readDay(createdFrom),
    createdTo: readDay(createdTo),
    sort: Object.hasOwn(SORTS, sort ?? '') ? (sort as Sort) : 'created',
  };
}

/** The host of an address, or the text itself. People paste whole addresses. */
const readHost = (text = ''): string => /^(?:https?:\/\/)?([^/:?#]*)/i.exec(text.trim())?.[1] ?? '';

/**
 * Where a page of a list begins: its cursor, and, if the address says it, the number of its first link in the list
 * (`from`), or of its last link (`to`) and of all that were found (`of`) if the page is read backward.
 */
export type PageStart = {
  readonly cursor: string;
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly of?: number | undefined;
};

/** How far a page has been searched that is not full yet: where the search goes on, and the codes of the found links. */
export type SearchedPart = { readonly cursor: string; readonly codes: readonly string[] };

/** A page of a list. The start of the first page is undefined. */
export type LinksPlace = {
  readonly query: LinksQuery;
  readonly start: PageStart | undefined;
  readonly searched?: SearchedPart | undefined;
  /** Whether the page has as many links as a change takes, all of them selected. */
  readonly isSelected?: boolean | undefined;
};

/** Reads the page that an address shows, and the first one of all links for any other text. */
export function readPlace(address: string): LinksPlace {
  const params = new URLSearchParams(/\?(.*)$/.exec(address)?.[1]);
  const cursor = params.get('cursor') || undefined;
  const numberIn = (name: string) =>
    /^[1-9]\d{0,6}$/.test(params.get(name) ?? '') ? Number(params.get(name)) : undefined;
  const start =
    cursor === undefined ? undefined : { cursor, from: numberIn('from'), to: numberIn('to'), of: numberIn('of') };
  const on = params.get('on') || undefined;
  const codes = params.getAll('found').slice(0, Math.max(...ROWS));
  return {
    query: readLinksQuery(params),
    start,
    searched: on === undefined ? undefined : { cursor: on, codes },
    isSelected: params.get('select') === 'all',
  };
}

/** How many rows a page can have. A cookie keeps the choice. */
export const ROWS = [25, 50, 100] as const;

/**
 * The address of a list.
 * @param start of the page; undefined for the first one
 * @param isSelected whether its links are selected, as many as a change takes
 */
export function linksAddress(
  query: LinksQuery,
  start?: PageStart,
  searched?: SearchedPart,
  isSelected = false,
): string {
  const { search, tag, tags, status, isProtected, host, createdFrom, createdTo, sort } = query;
  const params = new URLSearchParams([
    ...(search === '' ? [] : [['search', search]]),
    ...tag.map((name) => ['tag', name]),
    ...(tags === 'any' && tag.length > 1 ? [['tags', tags]] : []),
    ...(status === undefined ? [] : [['status', status]]),
    ...(isProtected ? [['protected', 'yes']] : []),
    ...Object.entries({ host, createdFrom, createdTo }).filter(([, text]) => text !== ''),
    ...(sort === 'created' ? [] : [['sort', sort]]),
    ...(start === undefined ? [] : [['cursor', start.cursor]]),
    ...(start?.from === undefined ? [] : [['from', `${start.from}`]]),
    ...(start?.to === undefined ? [] : [['to', `${start.to}`]]),
    ...(start?.of === undefined ? [] : [['of', `${start.of}`]]),
    ...(searched === undefined ? [] : [['on', searched.cursor], ...searched.codes.map((code) => ['found', code])]),
    ...(isSelected ? [['select', 'all']] : []),
  ]);
  return params.size === 0 ? '/console/links' : `/console/links?${params}`;
}

/** Whether a filter other than the search is set. */
const isNarrowed = ({ tag, status, isProtected, host, createdFrom, createdTo }: LinksQuery): boolean =>
  tag.length > 0 || !['all', undefined].includes(status) || isProtected || `${host}${createdFrom}${createdTo}` !== '';

/** Whether the list leaves links out, besides deleted ones. A list that is sorted by clicks has no links without clicks. */
export const isFiltered = (query: LinksQuery): boolean =>
  query.search !== '' || isNarrowed(query) || query.sort !== 'created';
