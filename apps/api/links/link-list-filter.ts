/** The filter of a list of links, and its SQL condition (specification 8.2). */
import { and, not, type SQL, sql } from 'drizzle-orm';
import { linkDetails, links, linkTags } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import type { Period } from './link-list-order';
import type { LinkOwner } from './link-owner';
import type { LinkStatus } from './link-status';

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
  /** Tags as they are compared (tagKeyOf), each once. */
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

export type ConditionContext = {
  readonly owner: LinkOwner;
  /** The ids of the filter's tags. */
  readonly tagIds: readonly string[];
  /** Whether deleted links are left out. */
  readonly skipsDeleted?: boolean;
  /** Whether the caller applies the denylist to the rows afterwards. */
  readonly mayBeDenied: boolean;
  readonly now: number;
};

/** The SQL condition of a list, on the rows of `page`. */
export function conditionOf(
  filter: LinkFilter,
  { owner, tagIds, skipsDeleted = false, mayBeDenied, now }: ConditionContext,
): SQL {
  const { status, prefix, search, destination, isProtected, tag, tags, externalId, createdFrom, createdTo } = filter;
  const expiresAt = nameOf(links.expiresAt);
  const isAlive = sql`(${nameOf(links.gone)} IS NULL AND ${nameOf(links.blocked)} IS NULL
    AND (${expiresAt} IS NULL OR ${expiresAt} > ${now}))`;
  return and(
    sql`${nameOf(links.accountId)} = ${owner.accountId}`,
    owner.madeBy === null ? undefined : sql`${nameOf(links.madeBy)} = ${owner.madeBy}`,
    skipsDeleted ? sql`${PAGE.gone} IS NOT 'DELETED'` : undefined,
    search === undefined ? undefined : contains(foldAscii(search)),
    destination === undefined ? undefined : beginsWith(foldAscii(destination)),
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

/** Whether a destination begins with a text. @param text in the form of foldAscii */
const beginsWith = (text: string): SQL => sql`lower(substr(${PAGE.url}, 1, ${[...text].length})) = ${text}`;

/** Lower-cases ASCII letters only, as SQLite's `lower` does. */
const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const hasTags = (tagIds: readonly string[], least: number): SQL => sql`(${least} <= (
  SELECT count(*) FROM json_each(${JSON.stringify(tagIds)}) AS wanted JOIN ${linkTags} ON ${linkTags.tagId} = wanted.value
  AND ${linkTags.createdAt} = ${PAGE.createdAt} AND ${linkTags.code} = ${PAGE.code} AND ${linkTags.linkId} = ${PAGE.id}))`;

const hasExternalId = (owner: string, externalId: string): SQL => sql`EXISTS (
  SELECT 1 FROM ${linkDetails} WHERE ${linkDetails.accountId} = ${owner} AND ${linkDetails.externalId} = ${externalId}
  AND ${linkDetails.code} = ${PAGE.code} AND ${linkDetails.linkId} = ${PAGE.id})`;
