/**
 * The statements that insert the details of new links, in the batch of their insert. They repeat the conditions of the
 * insert, so that a refused link stores nothing.
 */
import { sql } from 'drizzle-orm';
import { linkDetails, links } from '#api/database/schema';
import { nameOf, textOf } from '#api/database/statements';
import { type LinkDetails, tagKeyOf } from '#domain/link-details';
import {
  columns,
  deleteFormer,
  holderOf,
  idsOfTags,
  insertLinkTags,
  insertTags,
  isRefusedBy,
  tagsAsJson,
} from './detail-statements';
import { haveSameSeed } from './generated-code';
import { ACCOUNT, NOW, WANTED, wanted } from './insert-parts';
import { detailsOf } from './link-details';

/** The tags of all rows to insert, as JSON, each once. */
const TAGS = sql.raw('?5');

const GIVEN = {
  code: wanted('code'),
  accountId: ACCOUNT,
  externalId: wanted('externalId'),
  tagKeys: sql`wanted.value -> 'tags'`,
  tags: TAGS,
  keepsId: sql`NOT (${wanted('takesOver')} IS TRUE AND holder.blocked IS NULL
    AND (holder.gone IS NOT NULL OR holder.expires_at <= ${NOW}) IS TRUE)`,
};
const HOLDER = holderOf(GIVEN);
/** SQL condition: the row must not be inserted because of its details. It stays the same throughout the batch. */
export const IS_REFUSED = isRefusedBy(GIVEN);

const VERDICTS = sql`SELECT ${wanted('id')} AS id, ${HOLDER} AS holder
  FROM json_each(${WANTED}) AS wanted WHERE ${IS_REFUSED}`;

/** The rows of `links` that this or an earlier attempt has inserted. */
const MADE = sql`json_each(${WANTED}) AS wanted CROSS JOIN ${links} ON ${links.code} = ${wanted('code')}
  AND ${links.id} = ${wanted('id')} AND ${links.gone} IS NOT 'DELETED' AND NOT ${IS_REFUSED}`;

/**
 * Frees the ids of the caller that deleted links still have, because a worker without details has deleted them, and those
 * that dead links hand over.
 */
const FREE_EXTERNAL_IDS = sql`UPDATE ${linkDetails} SET ${nameOf(linkDetails.externalId)} = NULL
  WHERE ${linkDetails.accountId} = ${ACCOUNT} AND ${linkDetails.externalId} IN (SELECT ${wanted('externalId')} FROM ${MADE})
  AND ${linkDetails.linkId} NOT IN (SELECT ${links.id} FROM ${MADE})`;

const INSERT_TAGS = insertTags(
  GIVEN,
  sql`asked.value ->> 'key' IN (SELECT given.value FROM ${MADE}, json_each(wanted.value -> 'tags') AS given)`,
);

const { code, linkId, accountId, createdAt, title, notes, externalId } = linkDetails;
const INSERT_DETAILS = sql`INSERT INTO ${linkDetails}
  (${columns(code, linkId, accountId, createdAt, title, notes, externalId, linkDetails.tags)})
  SELECT ${links.code}, ${links.id}, ${links.accountId}, ${links.createdAt},
  ${wanted('title')}, ${wanted('notes')}, ${wanted('externalId')}, ${idsOfTags(GIVEN)}
  FROM ${MADE} WHERE wanted.value -> 'tags' IS NOT NULL
  ON CONFLICT (${nameOf(code)}) DO NOTHING`;

const READ = sql`SELECT ${links.id}, ${detailsOf()} AS details FROM ${MADE}`;

let texts: { readonly verdicts: string; readonly inserts: readonly string[]; readonly read: string } | undefined;

/** The texts of the statements, built for the first link with details. Their parameters are those of the insert, and ?5. */
export const detailTexts = () => {
  texts ??= {
    verdicts: textOf(VERDICTS),
    inserts: [...deleteFormer(MADE), FREE_EXTERNAL_IDS, INSERT_TAGS, INSERT_DETAILS, insertLinkTags(MADE)].map(textOf),
    read: textOf(READ),
  };
  return texts;
};

/** The fields of a row's details in the JSON of the rows: `tags` has the keys of the tags. */
export const detailFields = (details: LinkDetails | null) =>
  details && { ...details, tags: details.tags.map(tagKeyOf) };

/** The value of `?5`. */
export const tagsOf = (all: readonly (LinkDetails | null)[]): string =>
  tagsAsJson(all.flatMap((details) => details?.tags ?? []));

export type Verdict = { readonly id: string; readonly holder: string | null };

/** The outcome of a row that its details refuse. The row of another body of the same request has its seed. */
export const outcomeOfVerdict = ({ id, holder }: Verdict): 'reused' | 'external id taken' | 'too many tags' => {
  if (holder === null) return 'too many tags';
  return haveSameSeed(holder, id) ? 'reused' : 'external id taken';
};
