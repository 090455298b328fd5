/**
 * The parameters that the statements of an insert of links share, and the statements that insert their details in the
 * same batch. They repeat the conditions of the insert, so a refused link stores nothing.
 */
import { type SQL, sql } from 'drizzle-orm';
import { columnName, statementText } from '#api/database/database';
import { existingLinks, linkDetails, links } from '#api/database/schema';
import { type LinkDetails, normalizeTag } from '#domain/link';
import { haveSameSeed } from './generated-code';
import {
  columns,
  deleteFormer,
  detailsAsJson,
  idsOfTags,
  insertLinkTags,
  insertTags,
  isRefusedBy,
  selectHolder,
  tagsAsJson,
} from './link-details';

export const NOW = sql.raw('?1');
/** The rows to insert, as JSON. */
export const WANTED = sql.raw('?2');
/** 1: insert all rows or none. 0: insert every row that can be inserted. */
export const IS_ATOMIC = sql.raw('?3');
/** The account of all rows to insert. */
export const ACCOUNT = sql.raw('?4');
/** The key whose dead links alone may be replaced; NULL: those of the whole account. */
export const ONLY_MADE_BY = sql.raw('?5');

/** A property of a row to insert. `wanted` is a row of `json_each(WANTED)`. */
export const wanted = (name: string): SQL => sql`wanted.value ->> ${name}`;

/**
 * How many links of one destination a list has, and a call reads. If there are so many, a creation deletes the row of
 * the oldest.
 */
export const MAX_EXISTING = 100;

/** What an insert needs, so that of concurrent calls with `ifExists=return` one makes the link (existing-link.ts). */
export type UnlessExists = {
  /** The list of the caller: the links that are made for a destination by keys that share a reach. */
  readonly urlHash: string;
  /** The list of the account, if the caller has another one. The insert adds the link there too while it has room. */
  readonly ofAccount: string | null;
  /** The lists that the caller has read. */
  readonly hashes: readonly string[];
  /** The ids of the links that the caller has read, and that are not what it looks for. */
  readonly seen: readonly string[];
  /** The rows of links by their destination that the insert deletes. */
  readonly forgotten: readonly { readonly code: string; readonly createdAt: number }[];
};

/** The tags of all rows to insert, as JSON, each once. */
const TAGS = sql.raw('?6');

const GIVEN = {
  code: wanted('code'),
  accountId: ACCOUNT,
  externalId: wanted('externalId'),
  tagKeys: sql`wanted.value -> 'tags'`,
  tags: TAGS,
  keepsId: sql`NOT (${wanted('takesOver')} IS TRUE AND holder.blocked IS NULL
    AND (holder.gone IS NOT NULL OR holder.expires_at <= ${NOW}) IS TRUE
    AND (${ONLY_MADE_BY} IS NULL OR holder.made_by IS ${ONLY_MADE_BY}))`,
};
const HOLDER = selectHolder(GIVEN);
/** SQL condition: the row must not be inserted because of its details. It stays the same throughout the batch. */
const CANNOT_HAVE_DETAILS = isRefusedBy(GIVEN);

const { accountId: owner, urlHash, createdAt: madeAt, code: codeOfExisting, linkId: idOfExisting } = existingLinks;
/** SQL condition: `existing_links` has another link to the row's destination, which the caller has not seen. */
const EXISTS = sql`EXISTS (SELECT 1 FROM ${existingLinks} WHERE ${owner} = ${ACCOUNT}
  AND ${urlHash} = wanted.value ->> '$.unlessExists.urlHash' AND ${idOfExisting} <> ${wanted('id')}
  AND ${idOfExisting} NOT IN (SELECT value FROM json_each(wanted.value -> '$.unlessExists.seen')))`;

const OF_ACCOUNT = sql`wanted.value ->> '$.unlessExists.ofAccount'`;

export const IS_REFUSED = sql`(${CANNOT_HAVE_DETAILS} OR ${EXISTS})`;

const VERDICTS = sql`SELECT ${wanted('id')} AS id, ${HOLDER} AS holder, ${EXISTS} AS does_exist
  FROM json_each(${WANTED}) AS wanted WHERE ${IS_REFUSED}`;

/** The rows of `links` that this or an earlier attempt has inserted. */
const MADE = sql`json_each(${WANTED}) AS wanted CROSS JOIN ${links} ON ${links.code} = ${wanted('code')}
  AND ${links.id} = ${wanted('id')} AND ${links.gone} IS NOT 'DELETED' AND NOT ${IS_REFUSED}`;

/**
 * Frees `externalId`s of the new links: those that dead links hand over, and those of dead links whose codes have other
 * links by now.
 */
const FREE_EXTERNAL_IDS = sql`UPDATE ${linkDetails} SET ${columnName(linkDetails.externalId)} = NULL
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
  ON CONFLICT (${columnName(code)}) DO NOTHING`;

const FORGET_EXISTING = sql`DELETE FROM ${existingLinks} WHERE (${columns(owner, urlHash, madeAt, codeOfExisting)}) IN (
  SELECT ${ACCOUNT}, hash.value, former.value ->> 'createdAt', former.value ->> 'code' FROM ${MADE},
  json_each(wanted.value -> '$.unlessExists.hashes') AS hash, json_each(wanted.value -> '$.unlessExists.forgotten') AS former)`;

const INSERT_EXISTING = sql`INSERT INTO ${existingLinks} (${columns(owner, urlHash, madeAt, codeOfExisting, idOfExisting)})
  SELECT ${links.accountId}, wanted.value ->> '$.unlessExists.urlHash', ${links.createdAt}, ${links.code}, ${links.id}
  FROM ${MADE} WHERE wanted.value -> '$.unlessExists' IS NOT NULL ON CONFLICT DO NOTHING`;

/** Adds a link of a key for its own links to the list of the account, where keys for all links find it. */
const INSERT_OF_ACCOUNT = sql`INSERT INTO ${existingLinks} (${columns(owner, urlHash, madeAt, codeOfExisting, idOfExisting)})
  SELECT ${links.accountId}, ${OF_ACCOUNT}, ${links.createdAt}, ${links.code}, ${links.id}
  FROM ${MADE} WHERE ${OF_ACCOUNT} IS NOT NULL AND (SELECT count(*) FROM ${existingLinks}
    WHERE ${owner} = ${ACCOUNT} AND ${urlHash} = ${OF_ACCOUNT}) < ${sql.raw(String(MAX_EXISTING))} ON CONFLICT DO NOTHING`;

const READ = sql`SELECT ${links.id}, ${detailsAsJson()} AS details FROM ${MADE}`;

let texts: { readonly verdicts: string; readonly inserts: readonly string[]; readonly read: string } | undefined;

/**
 * The texts of the statements, built for the first link with details. Their parameters are those of the insert and ?6.
 */
export const detailTexts = () => {
  texts ??= {
    verdicts: statementText(VERDICTS),
    inserts: [
      ...deleteFormer(MADE),
      FREE_EXTERNAL_IDS,
      INSERT_TAGS,
      INSERT_DETAILS,
      insertLinkTags(MADE),
      FORGET_EXISTING,
      INSERT_EXISTING,
      INSERT_OF_ACCOUNT,
    ].map(statementText),
    read: statementText(READ),
  };
  return texts;
};

/** The fields of a row's details in the JSON of the rows: `tags` has the keys of the tags. */
export const detailFields = (details: LinkDetails | null) =>
  details && { ...details, tags: details.tags.map(normalizeTag) };

/** The value of `?6`. */
export const collectTags = (all: readonly (LinkDetails | null)[]): string =>
  tagsAsJson(all.flatMap((details) => details?.tags ?? []));

export type Verdict = { readonly id: string; readonly holder: string | null; readonly does_exist: 0 | 1 };

/** The outcome of a refused row. A holder with the same seed comes from another body under the same Idempotency-Key. */
export const outcomeOfVerdict = ({
  id,
  holder,
  does_exist: doesExist,
}: Verdict): 'exists' | 'reused' | 'external id taken' | 'too many tags' => {
  if (doesExist === 1) return 'exists';
  if (holder === null) return 'too many tags';
  return haveSameSeed(holder, id) ? 'reused' : 'external id taken';
};
