/** Changes many links of an account in one statement (specification 8.9). */
import { and, eq, inArray } from 'drizzle-orm';
import { newVersion } from '#api/database/announced';
import { databaseOf } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { eachOf } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import { isLimited } from '#domain/click-limits';
import type { Link } from '#domain/link';
import type { Outcome } from '#domain/outcome';
import { Refusal } from '#domain/refusal';
import { logFault } from '#store/log-fault';
import { type Change, deletionOf, editOf } from './link-changes';
import type { CheckedEdit } from './link-edit';
import { propagateAll } from './propagate';

/** The outcomes of the links that were named, by their codes. */
export type Outcomes = ReadonlyMap<string, Outcome<Link>>;

/** Seconds after which a link may be sent again whose counter did not respond (specification 3.6). */
const RETRY_AFTER_SECONDS = 5;

/**
 * Deletes an account's own links. The deletion of a deleted link changes nothing that a caller sees.
 * @param codes codes in their stored form, each once
 * @returns the deleted link of each code, or its refusal: LINK_NOT_FOUND, or OVERLOADED if its counter does not respond
 */
export async function deleteLinks(
  env: Env,
  accountId: string,
  codes: readonly string[],
  now: number,
): Promise<Outcomes> {
  const changed = await changeMany(env, codes, now, deletionOf(accountId));
  return new Map(codes.map((code) => [code, changed.get(code) ?? new Refusal('LINK_NOT_FOUND')]));
}

/**
 * Edits an account's own links in the same way. They all get the same end, and the same hash of a password.
 * @param codes codes in their stored form, each once
 * @returns the edited link of each code, or its refusal: LINK_NOT_FOUND, LINK_DELETED, or OVERLOADED if its counter does
 * not respond
 */
export async function editLinks(
  env: Env,
  accountId: string,
  codes: readonly string[],
  edit: CheckedEdit,
  now: number,
): Promise<Outcomes> {
  const changed = await changeMany(env, codes, now, await editOf(env, accountId, edit, now));
  const refused = codes.filter((code) => !changed.has(code));
  const own = refused.length === 0 ? new Set() : await ownCodes(env, accountId, refused);
  const refusalOf = (code: string) => new Refusal(own.has(code) ? 'LINK_DELETED' : 'LINK_NOT_FOUND');
  return new Map(codes.map((code) => [code, changed.get(code) ?? refusalOf(code)]));
}

/** Changes the links that satisfy `where`, and propagates them. */
async function changeMany(
  env: Env,
  codes: readonly string[],
  now: number,
  { set, where, updatesCounter = false }: Change,
): Promise<Outcomes> {
  const changed = await databaseOf(env.DB)
    .update(links)
    .set({ ...set, ...newVersion(links, now) })
    .where(and(inArray(links.code, eachOf(codes)), where))
    .returning(LINK_FIELDS);
  const propagated = await propagateAll(env, changed, now, (link) => updatesCounter || isLimited(link));
  return new Map(changed.map((link, index) => [link.code, outcomeOf(link, propagated[index])]));
}

/** The row of a link is changed, but its counter may not know that yet. The cron tells it. */
function outcomeOf({ id }: Link, propagated: PromiseSettledResult<Link> | undefined): Outcome<Link> {
  if (propagated?.status === 'fulfilled') return propagated.value;
  logFault(propagated?.reason, { doing: 'update counter', link: id });
  return new Refusal('OVERLOADED', { retryAfter: RETRY_AFTER_SECONDS });
}

async function ownCodes(env: Env, accountId: string, codes: readonly string[]): Promise<Set<string>> {
  const own = await databaseOf(env.DB)
    .select({ code: links.code })
    .from(links)
    .where(and(inArray(links.code, eachOf(codes)), eq(links.accountId, accountId)));
  return new Set(own.map(({ code }) => code));
}
