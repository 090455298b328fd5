/**
 * Changes or deletes the links that a request names, in one statement, for the API and for the console (specification
 * 8.10).
 */

import { and, inArray, not, type SQL, sql } from 'drizzle-orm';
import { eachText, openDatabase, prepareStatement } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { isLimited } from '#domain/click-limits';
import type { Link } from '#domain/link';
import { isRefused, type Outcome, overloaded, Refusal } from '#domain/refusal';
import { logFault } from '#store/faults';
import { type BulkRequest, checkConfirm, invalid, MAX_BULK, type NamedLinks } from './bulk-body';
import { prepareDeletion, prepareEdit } from './link-changes';
import { DETAILED_FIELDS, type DetailedLink, type DetailedRow, parseDetailedRow } from './link-details';
import { type CheckedEdit, checkNewUrl, type LinkEdit } from './link-edit';
import { type ListContext, linksOfFilter } from './link-list';
import type { LinkFilter } from './link-list-filter';
import { isOwnedBy, type LinkOwner } from './link-owner';
import { propagateAll, pushToCounters } from './propagate';
import { changesVisits, type Edited, namesDetails, updateDetails, updateLinks } from './update-links';

/**
 * Changes or deletes links of their owner. A link that is named twice is changed once.
 * @returns the link of each code, or its refusal, in the order of the codes
 * @throws Refusal URL_UNSAFE, THREATS_UNAVAILABLE for a new destination; then no link is changed
 */
export async function changeInBulk(
  env: Env,
  owner: LinkOwner,
  { codes, ids }: Pick<NamedLinks, 'codes' | 'ids'>,
  edit: LinkEdit | null,
  now: number,
): Promise<Outcome<DetailedLink>[]> {
  if (codes.length === 0) return [];
  const checked = edit && (await checkNewUrl(env, edit, now));
  const named = [...new Set(codes.flatMap((code) => (isRefused(code) ? [] : code)))];
  const outcomes: Outcomes =
    checked === null
      ? await deleteLinks(env, owner, { codes: named, ids }, now)
      : await editLinks(env, owner, { codes: named, ids }, checked, now);
  return codes.map((code) => (isRefused(code) ? code : (outcomes.get(code) as Outcome<DetailedLink>)));
}

/**
 * Returns the links of a filter, in the order of their list. It reads no more rows than one search.
 * @throws Refusal FIELD_INVALID if the filter has too many links, if one search does not find all of them, or if the
 * caller names another number or none, because a filter may match links that its author did not think of
 */
export async function namedByFilter(
  env: Env,
  owner: LinkOwner,
  filter: LinkFilter,
  { confirm }: Pick<BulkRequest, 'confirm'>,
  context: ListContext,
): Promise<NamedLinks> {
  const { links, isWhole } = await linksOfFilter(env, { owner, filter }, context);
  if (links.length > MAX_BULK)
    throw invalid(`filter names ${isWhole ? '' : 'at least '}${links.length} links; the most are ${MAX_BULK}`);
  if (!isWhole) throw invalid(`filter needs more than one search, which found ${links.length} links: narrow it down`);
  checkConfirm(confirm, true, links.length);
  return {
    named: links.map(({ alias, code }) => alias ?? code),
    codes: links.map(({ code }) => code),
    ids: links.map(({ id }) => id),
  };
}

/** The outcomes of the links that were named, by their codes. */
type Outcomes = ReadonlyMap<string, Outcome<DetailedLink>>;

/**
 * The links of a request: their codes in the stored form, each once. `ids` are the ids of links that were found before,
 * because a code may belong to another link by now.
 */
type Names = { readonly codes: readonly string[]; readonly ids?: readonly string[] | undefined };

const isOneOf = ({ codes, ids }: Names): SQL =>
  and(inArray(links.code, eachText(codes)), ids && inArray(links.id, eachText(ids))) as SQL;

const IS_DELETED = sql`${links.gone} IS 'DELETED'`;

/**
 * Deletes links of their owner. The deletion of a deleted link writes nothing.
 * @returns the deleted link of each code, or its refusal: LINK_NOT_FOUND, or OVERLOADED if its counter does not respond
 */
export async function deleteLinks(env: Env, owner: LinkOwner, names: Names, now: number): Promise<Outcomes> {
  const isMeant = and(isOneOf(names), isOwnedBy(owner)) as SQL;
  const former = openDatabase(env.DB)
    .select({ ...DETAILED_FIELDS, dirty: links.dirty })
    .from(links)
    .where(and(isMeant, IS_DELETED));
  const results = await env.DB.batch<DetailedRow & { readonly dirty: number }>([
    prepareStatement(env.DB, former.getSQL()),
    ...prepareDeletion(env, isMeant, now, not(IS_DELETED)),
  ]);
  const tombstones = await pushChanged(env, results[0]?.results ?? []);
  const changed = new Map([
    ...tombstones,
    ...(await propagated(env, (results.at(-1)?.results ?? []).map(parseDetailedRow), now)),
  ]);
  return new Map(names.codes.map((code) => [code, changed.get(code) ?? new Refusal('LINK_NOT_FOUND')]));
}

/**
 * Edits links of their owner. All of them get the same expiry, and the same hash of a password.
 * @param edit has no `externalId`, which names one link only
 * @returns the edited link of each code, or its refusal: LINK_NOT_FOUND, LINK_DELETED, TAGS_EXCEEDED, FIELD_INVALID if
 * the link would have too many tags, or OVERLOADED if its counter does not respond
 */
export async function editLinks(
  env: Env,
  owner: LinkOwner,
  names: Names,
  edit: CheckedEdit,
  now: number,
): Promise<Outcomes> {
  const { set, where, updatesCounter = false } = await prepareEdit(env, owner, edit, now);
  const toApply = { set, isMeant: and(isOneOf(names), where) as SQL };
  const { changed, refused }: Edited = namesDetails(edit)
    ? await updateDetails(env, owner.accountId, edit, toApply, now)
    : { changed: await updateLinks(env, set, toApply.isMeant, now), refused: new Map() };
  const hasCounter = (link: Link) => updatesCounter || isLimited(link);
  const done = changesVisits(set)
    ? await propagated(env, changed, now, hasCounter)
    : new Map(changed.map((link) => [link.code, link]));
  const missing = names.codes.filter((code) => !done.has(code) && !refused.has(code));
  const own = missing.length === 0 ? new Set() : await ownCodes(env, owner, missing);
  const makeRefusal = (code: string) => new Refusal(own.has(code) ? 'LINK_DELETED' : 'LINK_NOT_FOUND');
  return new Map(names.codes.map((code) => [code, done.get(code) ?? refused.get(code) ?? makeRefusal(code)]));
}

/**
 * Sends the end of tombstones to their counters, if the call that made them may have failed to do so: a row is dirty
 * until its counter has the version. A counter that already has it stores nothing.
 */
async function pushChanged(env: Env, rows: readonly (DetailedRow & { readonly dirty: number })[]): Promise<Outcomes> {
  const needsTelling = new Set(rows.flatMap(({ code, dirty }) => (dirty === 0 ? [] : code)));
  const tombstones = rows.map(parseDetailedRow);
  const counts = await pushToCounters(env, tombstones, (link) => isLimited(link) && needsTelling.has(link.code));
  const outcomes = counts.map((count, index) =>
    count.status === 'fulfilled' ? { ...count, value: tombstones[index] as DetailedLink } : count,
  );
  return new Map(tombstones.map((link, index) => [link.code, toOutcome(link, outcomes[index])]));
}

/** Propagates changed links. @returns their outcomes by their codes */
async function propagated(
  env: Env,
  changed: readonly DetailedLink[],
  now: number,
  hasCounter: (link: Link) => boolean = isLimited,
): Promise<Outcomes> {
  const outcomes = await propagateAll(env, changed, now, hasCounter);
  return new Map(changed.map((link, index) => [link.code, toOutcome(link, outcomes[index])]));
}

/**
 * Returns the link, or OVERLOADED if its counter did not respond. The row is changed then, and the cron updates the
 * counter.
 */
function toOutcome({ id }: Link, outcome: PromiseSettledResult<DetailedLink> | undefined): Outcome<DetailedLink> {
  if (outcome?.status === 'fulfilled') return outcome.value;
  logFault(outcome?.reason, { doing: 'update counter', link: id });
  return overloaded();
}

async function ownCodes(env: Env, owner: LinkOwner, codes: readonly string[]): Promise<Set<string>> {
  const own = await openDatabase(env.DB)
    .select({ code: links.code })
    .from(links)
    .where(and(inArray(links.code, eachText(codes)), isOwnedBy(owner)));
  return new Set(own.map(({ code }) => code));
}
