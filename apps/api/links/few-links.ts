/**
 * A few links of an account: statements for pages that read them with one round trip (platform/one-trip.ts), their
 * count, and free aliases near one that is taken.
 */
import { inArray, type SQL, sql } from 'drizzle-orm';
import { openDatabase } from '#api/database/database';
import { linkDetails, links, linkTags } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { ReadRows } from '#api/platform/one-trip';
import { findReservedReason } from '#domain/reserved/reserved-reason';
import { MAX_CODE_LENGTH, normalizeCode } from '#domain/short-address';
import { type DetailedLink, type DetailedRow, parseDetailedRow } from './link-details';
import { byAge, byCode, byExternalId, byList, byTag, type ListedLink, plainPage } from './link-list-statement';

/** The newest links of an account. */
export const newestLinks = (accountId: string, count: number): SQL => plainPage(byAge(accountId, {}, null), count);

/** The newest links of a tag. */
export const newestLinksOfTag = (tagId: string, count: number): SQL => plainPage(byTag(tagId, {}, null), count);

/** The links of a list, in its order. A link whose code belongs to another one by now is left out. */
export const selectListedLinks = (listed: readonly ListedLink[]): SQL => plainPage(byList(listed), listed.length);

/** The link of an account with this code. */
export const ownLinkOfCode = (accountId: string, code: string): SQL =>
  plainPage({ ...byCode(code, null), range: sql`${links.code} = ${code} AND ${links.accountId} = ${accountId}` }, 1);

/** The link of an account with this id of the caller. A deleted link has none. */
export const linkOfExternalId = (accountId: string, externalId: string): SQL => {
  const range = sql`${links.accountId} = ${accountId} AND ${links.gone} IS NOT 'DELETED' AND (${links.code}, ${links.id}) IN
    (SELECT ${linkDetails.code}, ${linkDetails.linkId} FROM ${linkDetails}
      WHERE ${linkDetails.accountId} = ${accountId} AND ${linkDetails.externalId} = ${externalId})`;
  return plainPage({ ...byExternalId(accountId, externalId), range }, 1);
};

/** @param rows of one of these statements */
export const linksOfRows = (rows: readonly unknown[]): DetailedLink[] =>
  (rows as readonly DetailedRow[]).map(parseDetailedRow);

export type LinkCount = {
  readonly count: number;
  /** Whether there are more links than `count`. */
  readonly isMore: boolean;
};

/** The most links that are counted. An account may have millions, which a page of the console must not read. */
const MAX_COUNTED = 10_000;

const selectCount = (rows: SQL): SQL => sql`SELECT count(*) AS n FROM (SELECT 1 ${rows} LIMIT ${MAX_COUNTED + 1})`;

/** The statement whose rows `parseLinkCount` reads. */
export const countOfLinks = (accountId: string): SQL =>
  selectCount(sql`FROM ${links} WHERE ${links.accountId} = ${accountId}`);

/** Like countOfLinks, for the links of a tag. */
export const countOfTagLinks = (tagId: string): SQL =>
  selectCount(sql`FROM ${linkTags} WHERE ${linkTags.tagId} = ${tagId}`);

/** @param rows of one of these statements */
export function parseLinkCount(rows: readonly unknown[]): LinkCount {
  const [{ n }] = rows as [{ n: number }];
  return { count: Math.min(n, MAX_COUNTED), isMore: n > MAX_COUNTED };
}

const SUFFIXES = ['-2', '-3', '-4', '-5', '-new', '-now'];

/**
 * Returns up to `most` aliases that no link has, with one round trip to D1.
 * @param alias an alias that the rules accept @param readRows reads from the primary, which has the newest links
 */
export async function freeAliases(env: Env, alias: string, most: number, readRows: ReadRows): Promise<string[]> {
  const near = SUFFIXES.map((suffix) => alias + suffix).filter(
    (one) => one.length <= MAX_CODE_LENGTH && findReservedReason(one) === null,
  );
  if (near.length === 0) return [];
  const rows = await readRows<{ code: string }>(
    openDatabase(env.DB)
      .select({ code: links.code })
      .from(links)
      .where(inArray(links.code, near.map(normalizeCode)))
      .getSQL(),
  );
  const taken = new Set(rows.map(({ code }) => code));
  return near.filter((one) => !taken.has(normalizeCode(one))).slice(0, most);
}
