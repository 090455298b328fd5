/** Statements for a few links of an account, for a page that reads them with one round trip (platform/one-trip.ts). */
import { type SQL, sql } from 'drizzle-orm';
import { linkDetails, links } from '#api/database/schema';
import { type DetailedLink, type DetailedRow, detailedLinkOf } from './link-details';
import { byAge, byCode, byExternalId, byList, byTag, type ListedLink } from './link-list-order';
import { plainPage } from './link-list-statement';

/** The newest links of an account. */
export const newestLinks = (accountId: string, count: number): SQL => plainPage(byAge(accountId, {}, null), count);

/** The newest links of a tag. */
export const newestLinksOfTag = (tagId: string, count: number): SQL => plainPage(byTag(tagId, {}, null), count);

/** The links of a list, in its order. A link whose code belongs to another one by now is left out. */
export const listedLinksOf = (listed: readonly ListedLink[]): SQL => plainPage(byList(listed), listed.length);

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
  (rows as readonly DetailedRow[]).map(detailedLinkOf);
