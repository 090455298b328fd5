/** Reads the details of links (specification 5.7). No visit reads them, so packages/store does not know them. */
import { type SQL, sql } from 'drizzle-orm';
import { LINK_FIELDS } from '#api/database/link-columns';
import { linkDetails, links, tags } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import type { Link } from '#domain/link';
import { type LinkDetails, NO_DETAILS } from '#domain/link-details';
import { type LinkRow, linkOf } from '#store/link-row';

export type DetailedLink = Link & { readonly details: LinkDetails };

/** The columns of a row of `links` that identify its details. */
type Owner = { readonly code: SQL; readonly id: SQL };

const LINK: Owner = { code: sql`${links.code}`, id: sql`${links.id}` };

const NAMES = sql`SELECT ${tags.name} FROM json_each(${linkDetails.tags}) AS given
  JOIN ${tags} ON ${tags.id} = given.value ORDER BY given.key`;

const DETAILS = ({ code, id }: Owner): SQL => sql`(SELECT json_object(
  'title', ${linkDetails.title}, 'notes', ${linkDetails.notes}, 'externalId', ${linkDetails.externalId},
  'tags', json((SELECT json_group_array(${nameOf(tags.name)}) FROM (${NAMES}))))
  FROM ${linkDetails} WHERE ${linkDetails.code} = ${code} AND ${linkDetails.linkId} = ${id})`;

/**
 * SQL expression: the details of a row of `links` as JSON, or NULL. Details of another link do not count: until they
 * are erased, the code has those of the dead link whose code it was.
 * @param owner the columns of the row
 */
export const detailsOf = (owner = LINK): SQL<string | null> =>
  // In a selected template drizzle writes columns without their table, but not in a template within it.
  sql`${DETAILS(owner)}`;

/** Parses the value of `detailsOf`. */
export const parseDetails = (json: string | null): LinkDetails => (json === null ? NO_DETAILS : JSON.parse(json));

/** The fields of a `select` or `returning` whose rows are links with their details. */
export const DETAILED_FIELDS = { ...LINK_FIELDS, details: detailsOf().as('details') };

export const detailedLink = (row: Link & { readonly details: string | null }): DetailedLink => ({
  ...row,
  details: parseDetails(row.details),
});

/** A row of links with their details, as D1 returns it. */
export type DetailedRow = LinkRow & { readonly details: string | null };

export const detailedLinkOf = (row: DetailedRow): DetailedLink => ({
  ...linkOf(row),
  details: parseDetails(row.details),
});
