/** The filter of a list of links with its SQL condition (specification 8.2), and the tags that it names. */
import { and, not, or, type SQL, sql } from 'drizzle-orm';
import { columnName, eachText, openDatabase } from '#api/database/database';
import { linkDetails, links, linkTags, tags } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import {
  byList,
  byTag,
  isBackward,
  type ListedLink,
  type Order,
  type Period,
  type Position,
  type RowKey,
} from './link-list-statement';
import type { LinkOwner } from './link-owner';
import type { LinkStatus } from './link-record';

export type LinkFilter = Period & {
  readonly status?: LinkStatus['status'] | undefined;
  /** The beginning of a code, in lower case. */
  readonly prefix?: string | undefined;
  /** A part of the code, the title, the destination or the notes. */
  readonly search?: string | undefined;
  /** The beginning of a destination. It may be long, because it is compared at one position only. */
  readonly destination?: string | undefined;
  /** Whether a link has a password. */
  readonly isProtected?: boolean | undefined;
  /** Whether a link was deleted. */
  readonly isDeleted?: boolean | undefined;
  /** The host of a destination, or a domain above it: in the form of `URL.hostname`, and in Unicode if that differs. */
  readonly host?: readonly string[] | undefined;
  /** Tags as they are compared (normalizeTag), each once. */
  readonly tag?: readonly string[] | undefined;
  /** Whether a link must have all tags, or any of them. */
  readonly tags?: 'all' | 'any' | undefined;
  readonly externalId?: string | undefined;
};

/** A list of links: whose links it lists, which of them, and their order. */
export type Listing = {
  readonly owner: LinkOwner;
  readonly filter: LinkFilter;
  /** Undefined: newest first, or by code with a prefix. */
  readonly sort?: 'clicks' | 'lastClick' | undefined;
};

/**
 * Whether a list is a search, which may read many more rows than it returns (specification 8.3). The links of one key
 * are a search too, because no index finds them.
 */
export const isSearch = ({ owner, filter, sort }: Listing): boolean =>
  owner.madeBy !== null || sort !== undefined || Object.values(filter).some((value) => value !== undefined);

/** The columns of a row of the page. Their table is named, because the subqueries have columns of these names too. */
const PAGE = {
  code: sql`page.code`,
  id: sql`page.id`,
  createdAt: sql`page.created_at`,
  gone: sql`page.gone`,
  url: sql`page.url`,
  password: sql`page.password`,
};

type ConditionContext = {
  readonly owner: LinkOwner;
  /** The ids of the filter's tags. */
  readonly tagIds: readonly string[];
  /** Whether the caller applies the denylist to the rows afterwards. */
  readonly mayBeDenied: boolean;
  readonly now: number;
};

/** The SQL condition of a list, on the rows of `page`. */
export function makeCondition(filter: LinkFilter, { owner, tagIds, mayBeDenied, now }: ConditionContext): SQL {
  const { status, prefix, search, destination, isProtected, isDeleted, host, tag, tags, externalId } = filter;
  const { createdFrom, createdTo } = filter;
  const expiresAt = columnName(links.expiresAt);
  const isAlive = sql`(${columnName(links.gone)} IS NULL AND ${columnName(links.blocked)} IS NULL
    AND (${expiresAt} IS NULL OR ${expiresAt} > ${now}))`;
  return and(
    sql`${columnName(links.accountId)} = ${owner.accountId}`,
    owner.madeBy === null ? undefined : sql`${columnName(links.madeBy)} = ${owner.madeBy}`,
    isDeleted === undefined ? undefined : sql`(${PAGE.gone} IS 'DELETED') = ${isDeleted ? 1 : 0}`,
    host === undefined ? undefined : or(...host.map(leadsTo)),
    search === undefined ? undefined : contains(lowerAscii(search)),
    destination === undefined ? undefined : beginsWith(lowerAscii(destination)),
    isProtected === undefined ? undefined : sql`(${PAGE.password} IS NOT NULL) = ${isProtected ? 1 : 0}`,
    status === 'active' ? isAlive : undefined,
    status === 'expired' && !mayBeDenied ? not(isAlive) : undefined,
    prefix === undefined ? undefined : sql`instr(${PAGE.code}, ${prefix}) = 1`,
    tag === undefined ? undefined : hasTags(tagIds, tags === 'any' ? 1 : tag.length),
    externalId === undefined ? undefined : hasExternalId(owner.accountId, externalId),
    createdFrom === undefined ? undefined : sql`${PAGE.createdAt} >= ${createdFrom}`,
    createdTo === undefined ? undefined : sql`${PAGE.createdAt} <= ${createdTo}`,
  ) as SQL;
}

/** In LIKE the characters % and _ would be wildcards, and D1 limits the length of LIKE patterns. */
const contains = (text: string): SQL => sql`(instr(${PAGE.code}, ${text}) > 0 OR instr(lower(${PAGE.url}), ${text}) > 0
  OR instr(lower(page.title), ${text}) > 0 OR instr(lower(page.notes), ${text}) > 0)`;

/** Whether a destination begins with a text. @param text in the form of lowerAscii */
const beginsWith = (text: string): SQL => sql`lower(substr(${PAGE.url}, 1, ${[...text].length})) = ${text}`;

/** The most characters that a host and its port have. */
const MAX_AUTHORITY = 260;

/**
 * Whether a destination is on a host or below it. A colon ends the host, before the port or in place of it. No
 * destination has user information.
 */
function leadsTo(host: string): SQL {
  const rest = sql`lower(substr(${PAGE.url}, instr(${PAGE.url}, '//') + 2, ${MAX_AUTHORITY}))`;
  const until = (mark: string) => sql`instr(${rest} || ${mark}, ${mark})`;
  const authority = sql`substr(${rest}, 1, min(${until('/')}, ${until('?')}, ${until('#')}) - 1)`;
  return sql`instr('.' || ${authority} || ':', ${`.${lowerAscii(host)}:`}) > 0`;
}

/** Lower-cases ASCII letters only, as SQLite's `lower` does. */
const lowerAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const hasTags = (tagIds: readonly string[], least: number): SQL => sql`(${least} <= (
  SELECT count(*) FROM json_each(${JSON.stringify(tagIds)}) AS wanted JOIN ${linkTags} ON ${linkTags.tagId} = wanted.value
  AND ${linkTags.createdAt} = ${PAGE.createdAt} AND ${linkTags.code} = ${PAGE.code} AND ${linkTags.linkId} = ${PAGE.id}))`;

const hasExternalId = (owner: string, externalId: string): SQL => sql`EXISTS (
  SELECT 1 FROM ${linkDetails} WHERE ${linkDetails.accountId} = ${owner} AND ${linkDetails.externalId} = ${externalId}
  AND ${linkDetails.code} = ${PAGE.code} AND ${linkDetails.linkId} = ${PAGE.id})`;

/** How many links a page has at most, and how many rows of its tags it reads at most. */
const MAX_LINKS = 400;
const MAX_ROWS = 4_000;

type TaggedRow = ListedLink & RowKey;
type FoundTag = { readonly id: string; readonly rows: readonly TaggedRow[] };

/** The order of a list by tags. `after` is where the list continues after the rows of the order; null if it ends. */
export type TagOrder = { readonly order: Order; readonly tagIds: readonly string[]; readonly after: RowKey | null };

/** The tags of a filter. `keys` are their names in the form in which names are compared. */
type Wanted = { readonly keys: readonly string[]; readonly mode: 'all' | 'any' };

/**
 * Returns the order of the links that have tags, newest first. Null if no link can have them, because there are no such
 * tags.
 */
export async function orderOfTags(
  env: Env,
  owner: string,
  { keys, mode }: Wanted,
  period: Period,
  from: Position | null,
): Promise<TagOrder | null> {
  const most = Math.min(MAX_LINKS, Math.floor(MAX_ROWS / keys.length));
  const found = await firstRows(env, owner, keys, period, from, most + 1);
  if (found.length === 0 || (mode === 'all' && found.length < keys.length)) return null;
  const tagIds = found.map(({ id }) => id);
  // A link with all tags is among the links of each tag, so the tag with the fewest links is read.
  const fewest = found.reduce((a, b) => (b.rows.length < a.rows.length ? b : a));
  if (mode === 'all' || found.length === 1) return { order: byTag(fewest.id, period, from), tagIds, after: null };
  const { listed, after } = merged(found, most, isBackward(from) ? oldestFirst : newestFirst);
  return { order: byList(listed), tagIds, after };
}

/** Returns the ids of tags that the account has. */
export async function idsOfKeys(env: Env, owner: string, keys: readonly string[]): Promise<string[]> {
  const found = await openDatabase(env.DB).all<{ id: string }>(sql`SELECT ${tags.id} AS id ${ofKeys(owner, keys)}`);
  return found.map(({ id }) => id);
}

const ofKeys = (owner: string, keys: readonly string[]): SQL =>
  sql`FROM ${tags} WHERE ${tags.accountId} = ${owner} AND ${tags.key} IN ${eachText(keys)}`;

/** Reads the first `count` rows of each tag from a position on. */
async function firstRows(
  env: Env,
  owner: string,
  keys: readonly string[],
  period: Period,
  from: Position | null,
  count: number,
): Promise<FoundTag[]> {
  const { range, by } = byTag(sql`${tags.id}`, period, from);
  const rows = sql`SELECT ${linkTags.code} AS code, ${linkTags.createdAt} AS created_at, ${linkTags.linkId} AS link_id
    FROM ${linkTags} WHERE ${range} ORDER BY ${by} LIMIT ${count}`;
  const found = await openDatabase(env.DB).all<{ id: string; rows: string }>(sql`SELECT ${tags.id} AS id,
    (SELECT json_group_array(json_object('code', code, 'createdAt', created_at, 'linkId', link_id)) FROM (${rows})) AS rows
    ${ofKeys(owner, keys)}`);
  return found.map(({ id, rows: json }) => ({ id, rows: JSON.parse(json) }));
}

/**
 * Merges the first rows of tags. A tag with more than `most` rows has further ones after its last row, so the merged
 * list ends before the first such row.
 */
function merged(
  found: readonly FoundTag[],
  most: number,
  order: (a: RowKey, b: RowKey) => number,
): { listed: TaggedRow[]; after: RowKey | null } {
  const all = new Map(found.flatMap(({ rows }) => rows).map((row) => [`${row.createdAt} ${row.code}`, row]));
  const sorted = [...all.values()].sort(order);
  const ends = found.flatMap(({ rows }) => rows.slice(most));
  const horizon = ends.sort(order)[0];
  const known = horizon === undefined ? sorted : sorted.filter((row) => order(row, horizon) < 0);
  return { listed: known.slice(0, MAX_LINKS), after: known[MAX_LINKS] ?? horizon ?? null };
}

const newestFirst = (a: RowKey, b: RowKey): number =>
  b.createdAt - a.createdAt || (a.code < b.code ? 1 : a.code > b.code ? -1 : 0);
const oldestFirst = (a: RowKey, b: RowKey): number => newestFirst(b, a);
