/** The statements that change the details of a link, in the batch of its edit (specification 8.5). */
import { and, not, type SQL, sql } from 'drizzle-orm';
import { linkDetails, links } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import { type LinkDetails, tagKeyOf } from '#domain/link-details';
import { Refusal } from '#domain/refusal';
import { DETAILS } from './detail-fields';
import {
  columns,
  deleteFormer,
  deleteLinkTags,
  type Given,
  holderOf,
  idsOfTags,
  insertLinkTags,
  insertTags,
  isRefusedBy,
  tagsAsJson,
} from './detail-statements';

/** The details to change. Null, or an empty list, removes a detail. */
export type DetailEdit = { readonly [name in keyof LinkDetails]?: LinkDetails[name] | null | undefined };

export const namesDetails = (edit: DetailEdit): boolean => DETAILS.some((name) => edit[name] !== undefined);

/** Whether there is such a link, whether it cannot have the details, and which other link has the `externalId`. */
export type Verdict = { readonly is_meant: 0 | 1; readonly is_refused: 0 | 1; readonly holder: string | null };

/** @throws Refusal EXTERNAL_ID_TAKEN or TAGS_EXCEEDED */
export function throwIfRefused({ is_refused: isRefused, holder }: Verdict): void {
  if (isRefused === 1) throw new Refusal(holder === null ? 'TAGS_EXCEEDED' : 'EXTERNAL_ID_TAKEN');
}

/**
 * Returns the statements that change details. They run before the statement that changes the link itself.
 * @param isMeant SQL condition: the row of `links` is the link, and may be edited
 */
export function detailStatements(
  { code, accountId }: { readonly code: string; readonly accountId: string },
  edit: DetailEdit,
  isMeant: SQL | undefined,
) {
  const given: Given = {
    code: sql`${code}`,
    accountId: sql`${accountId}`,
    externalId: sql`${edit.externalId ?? null}`,
    tagKeys: sql`${edit.tags ? JSON.stringify(edit.tags.map(tagKeyOf)) : null}`,
    tags: sql`${tagsAsJson(edit.tags ?? [])}`,
  };
  const isRefused = isRefusedBy(given);
  const link = sql`${links} WHERE ${and(isMeant, not(isRefused))}`;
  const exists = sql`EXISTS (SELECT 1 FROM ${link})`;
  const isOfLink = sql`${linkDetails.code} = ${code} AND ${exists}`;
  const statements = [
    ...deleteFormer(link),
    insertTags(given, exists),
    freeExternalId(given, exists),
    ...(edit.tags === undefined ? [] : [deleteLinkTags(isOfLink)]),
    upsertDetails(given, edit, link),
    ...(edit.tags === undefined ? [] : [insertLinkTags(link)]),
  ];
  return {
    isRefused,
    verdict: sql`SELECT EXISTS (SELECT 1 FROM ${links} WHERE ${isMeant}) AS is_meant,
      ${isRefused} AS is_refused, ${holderOf(given)} AS holder`,
    statements,
  };
}

/**
 * Frees an `externalId` that a deleted link still has, because a version that does not know details has deleted the
 * link.
 */
const freeExternalId = ({ code, accountId, externalId }: Given, exists: SQL): SQL => sql`UPDATE ${linkDetails}
  SET ${nameOf(linkDetails.externalId)} = NULL WHERE ${linkDetails.accountId} = ${accountId}
  AND ${linkDetails.externalId} = ${externalId} AND ${linkDetails.code} <> ${code} AND ${exists}`;

function upsertDetails(given: Given, edit: DetailEdit, link: SQL): SQL {
  const { code, linkId, accountId, createdAt, title, notes, externalId, tags } = linkDetails;
  const named = DETAILS.filter((name) => edit[name] !== undefined).map((name) => nameOf(linkDetails[name]));
  const changes = named.map((name) => sql`${name} = excluded.${name}`);
  return sql`INSERT INTO ${linkDetails} (${columns(code, linkId, accountId, createdAt, title, notes, externalId, tags)})
    SELECT ${links.code}, ${links.id}, ${links.accountId}, ${links.createdAt},
    ${edit.title ?? null}, ${edit.notes ?? null}, ${given.externalId}, ${idsOfTags(given)} FROM ${link}
    ON CONFLICT (${nameOf(code)}) DO UPDATE SET ${sql.join(changes, sql`, `)}`;
}
