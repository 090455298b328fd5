/**
 * A few links of an account: statements for pages that read them with one round trip (platform/one-trip.ts), their
 * count, and free aliases near one that is taken.
 */
import { inArray, type SQL, sql } from 'drizzle-orm';
import { eachText, openDatabase } from '#api/database/database';
import { linkDetails, links, linkTags } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { ReadRows } from '#api/platform/one-trip';
import { findReservedReason } from '#domain/reserved/reserved-reason';
import { MAX_CODE_LENGTH, normalizeCode } from '#domain/short-address';
import { type DetailedLink, type DetailedRow, parseDetailedRow } from './link-details';
import {
  byAge,
  byCode,
  byExternalId,
  byList,
  byTag,
  type ListedLink,
  plainPage,
  type RowKey,
} from './link-list-statement';

const isKept = sql`${links.gone} IS NOT 'DELETED'`;

/** The newest links of an account that are not deleted. */
export const newestLinks = (accountId: string, count: number): SQL => {
  const order = byAge(accountId, {}, null);
  return plainPage({ ...order, range: sql`${order.range} AND ${isKept}` }, count);
};

/**
 * Links of an account that end by time between two moments, the next one first. They are found by the account's index,
 * among as many of its newest links as are counted.
 */
export function endingLinks(accountId: string, { from, to }: { from: number; to: number }, count: number): SQL {
  const isEnding = sql`gone IS NULL AND expires_at > ${from} AND expires_at <= ${to}`;
  const codes = sql`SELECT code FROM (SELECT code, gone, expires_at FROM links WHERE account_id = ${accountId}
    ORDER BY created_at DESC LIMIT ${MAX_COUNTED}) WHERE ${isEnding} ORDER BY expires_at LIMIT ${2 * count}`;
  return plainPage(
    {
      ...byCode('', null),
      range: sql`${links.code} IN (${codes}) AND ${links.blocked} IS NULL`,
      by: sql`${links.expiresAt}`,
    },
    count,
  );
}

/**
 * Links of an account that are blocked, and those that were used up since a moment, the latest first. A link is put
 * once it is used up.
 */
export const stoppedLinks = (accountId: string, since: number, count: number): SQL =>
  plainPage(
    {
      ...byAge(accountId, {}, null),
      range: sql`${links.accountId} = ${accountId} AND (${links.gone} = 'CLICKS' OR ${links.blocked} IS NOT NULL)
        AND ${isKept} AND (${links.blocked} IS NOT NULL OR ${links.putAt} > ${since})`,
      by: sql`${links.blocked} IS NULL, ${links.putAt} DESC`,
    },
    count,
  );

/** The newest links of a tag. */
export const newestLinksOfTag = (tagId: string, count: number): SQL => plainPage(byTag(tagId, {}, null), count);

/** The links of a list, in its order. A link whose code belongs to another one by now is left out. */
export const selectListedLinks = (listed: readonly ListedLink[]): SQL => plainPage(byList(listed), listed.length);

/** The link of an account with this code. */
export const ownLinkOfCode = (accountId: string, code: string): SQL =>
  plainPage({ ...byCode(code, null), range: sql`${links.code} = ${code} AND ${links.accountId} = ${accountId}` }, 1);

/** The links of an account with these codes. */
export const ownLinksOfCodes = (accountId: string, codes: readonly string[]): SQL =>
  plainPage(
    { ...byCode('', null), range: sql`${links.code} IN ${eachText(codes)} AND ${links.accountId} = ${accountId}` },
    codes.length,
  );

/** The link of an account with this id of the caller. A deleted link has none. */
export const linkOfExternalId = (accountId: string, externalId: string): SQL => {
  const range = sql`${links.accountId} = ${accountId} AND ${isKept} AND (${links.code}, ${links.id}) IN
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

/** Counts the newest links of an account, without the deleted ones, and those before a position in their order. */
const selectCounts = (accountId: string, hasDeleted: boolean, isBefore: SQL): SQL => sql`
  SELECT count(*) FILTER (WHERE ${hasDeleted ? 1 : 0} OR gone IS NOT 'DELETED') AS n, count(*) > ${MAX_COUNTED} AS more,
    count(*) FILTER (WHERE (${hasDeleted ? 1 : 0} OR gone IS NOT 'DELETED') AND ${isBefore}) AS before
  FROM (SELECT ${links.createdAt}, ${links.code}, ${links.gone} FROM ${links} WHERE ${links.accountId} = ${accountId}
    ORDER BY ${links.createdAt} DESC, ${links.code} DESC LIMIT ${MAX_COUNTED + 1})`;

/** The statement whose rows `parseLinkCount` reads. It counts deleted links only if it is told to. */
export const countOfLinks = (accountId: string, { hasDeleted = false } = {}): SQL =>
  selectCounts(accountId, hasDeleted, sql`FALSE`);

/** Like countOfLinks, also for the links before a position in the list of the newest ones: `parseReach` reads them. */
export const countOfReach = (accountId: string, { code, createdAt }: RowKey, { hasDeleted = false } = {}): SQL =>
  selectCounts(accountId, hasDeleted, sql`(created_at, code) > (${createdAt}, ${code})`);

/** Like countOfLinks, for the links of a tag. A deleted link has none. */
export const countOfTagLinks = (tagId: string): SQL => sql`SELECT count(*) AS n, count(*) > ${MAX_COUNTED} AS more
  FROM (SELECT 1 FROM ${linkTags} WHERE ${linkTags.tagId} = ${tagId} LIMIT ${MAX_COUNTED + 1})`;

type CountRow = { readonly n: number; readonly more: 0 | 1; readonly before?: number };

/** @param rows of one of these statements */
export function parseLinkCount(rows: readonly unknown[]): LinkCount {
  const [{ n, more }] = rows as [CountRow];
  return { count: Math.min(n, MAX_COUNTED), isMore: more === 1 };
}

/** @param rows of countOfReach */
export const parseReach = (rows: readonly unknown[]): { readonly before: number; readonly all: LinkCount } => ({
  before: Math.min((rows as [CountRow])[0].before ?? 0, MAX_COUNTED),
  all: parseLinkCount(rows),
});

const SUFFIXES = ['-2', '-3', '-4', '-5', '-new', '-now'];

/** Whether an alias is taken, and free ones near it. */
export type AliasLookup = { readonly isTaken: boolean; readonly free: readonly string[] };

/**
 * Looks an alias up, and up to `most` free ones near it, with one round trip to D1. A dead link of the account that
 * hands its alias over to a new one does not take it (specification 5.4).
 * @param alias an alias that the rules accept @param readRows reads from the primary, which has the newest links
 */
export async function lookUpAlias(
  env: Env,
  accountId: string,
  alias: string,
  now: number,
  most: number,
  readRows: ReadRows,
): Promise<AliasLookup> {
  const near = SUFFIXES.map((suffix) => alias + suffix).filter(
    (one) => one.length <= MAX_CODE_LENGTH && findReservedReason(one) === null,
  );
  const isReusable = sql`(${links.accountId} = ${accountId} AND ${links.blocked} IS NULL
    AND (${links.gone} IS NOT NULL OR ${links.expiresAt} <= ${now})) IS TRUE`;
  const rows = await readRows<{ code: string; reusable: 0 | 1 }>(
    openDatabase(env.DB)
      .select({ code: links.code, reusable: isReusable.as('reusable') })
      .from(links)
      .where(inArray(links.code, [alias, ...near].map(normalizeCode)))
      .getSQL(),
  );
  const held = new Map(rows.map(({ code, reusable }) => [code, reusable]));
  return {
    isTaken: held.get(normalizeCode(alias)) === 0,
    free: near.filter((one) => !held.has(normalizeCode(one))).slice(0, most),
  };
}
