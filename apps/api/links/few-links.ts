/** Statements for a few links of an account, for a page that reads them with one round trip (platform/one-trip.ts). */
import type { SQL } from 'drizzle-orm';
import { type DetailedLink, type DetailedRow, detailedLinkOf } from './link-details';
import { byAge, byList, byTag, type ListedLink } from './link-list-order';
import { plainPage } from './link-list-statement';

/** The newest links of an account. */
export const newestLinks = (accountId: string, count: number): SQL => plainPage(byAge(accountId, {}, null), count);

/** The newest links of a tag. */
export const newestLinksOfTag = (tagId: string, count: number): SQL => plainPage(byTag(tagId, {}, null), count);

/** The links of a list, in its order. A link whose code belongs to another one by now is left out. */
export const listedLinksOf = (listed: readonly ListedLink[]): SQL => plainPage(byList(listed), listed.length);

/** @param rows of one of these statements */
export const linksOfRows = (rows: readonly unknown[]): DetailedLink[] =>
  (rows as readonly DetailedRow[]).map(detailedLinkOf);
