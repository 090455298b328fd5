/** Changes existing links: first the row in D1, then the link's counter, then its edge entry in KV. */
import { and, eq, is, SQL, sql } from 'drizzle-orm';
import { isSame, openDatabase, prepareStatement } from '#api/database/database';
import { logEvent, preparedEvents, withLog } from '#api/database/events';
import { links } from '#api/database/schema';
import { type Env, parseConfig } from '#api/platform/env';
import type { Actor } from '#domain/account-events';
import { isLimited } from '#domain/click-limits';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { normalizeCode } from '#domain/short-address';
import { hashPassword } from '#secrets/password';
import { findLink } from '#store/link-row';
import { type DetailedLink, type DetailedRow, eraseDetails, parseDetailedRow } from './link-details';
import type { CheckedEdit } from './link-edit';
import { isOwnedBy, type LinkOwner, ownedLink } from './link-owner';
import { propagate } from './propagate';
import {
  type Columns,
  changesVisits,
  hasDetailsAsSeen,
  namesDetails,
  updateDetails,
  updateLinks,
  updateRows,
} from './update-links';

/** The columns that a change sets in a row, and its condition. */
type Change = {
  readonly set: Columns;
  readonly where?: SQL | undefined;
  /**
   * Whether the counter gets the limits even if the changed link has none, because the link may have had one before.
   */
  readonly updatesCounter?: boolean;
};

/** Changes a link in one round trip, and propagates it. @returns null if no row satisfies `where` */
async function change(
  env: Env,
  shortCode: string,
  now: number,
  { set, where, updatesCounter = false }: Change,
): Promise<DetailedLink | null> {
  const [link] = await updateLinks(env, set, and(eq(links.code, normalizeCode(shortCode)), where) as SQL, now);
  if (link === undefined) return null;
  return propagate(env, link, now, updatesCounter || isLimited(link));
}

/** Does what `change` does. @throws Refusal LINK_NOT_FOUND if no row satisfies `where` */
async function changeExisting(env: Env, shortCode: string, now: number, toApply: Change): Promise<Link> {
  const link = await change(env, shortCode, now, toApply);
  if (link === null) throw new Refusal('LINK_NOT_FOUND');
  return link;
}

/**
 * The statements that erase the details of links, and delete the links. The rows stay as tombstones, so that visits get
 * 410 for ever. The last statement returns the links.
 * @param isMeant the condition of the links
 * @param isChanged a further condition of the rows that the last statement changes
 */
export function prepareDeletion(env: Env, isMeant: SQL, now: number, isChanged?: SQL): D1PreparedStatement[] {
  const set = { gone: 'DELETED', ...NOTHING_TO_CHECK } as const;
  const deletion = updateRows(openDatabase(env.DB), set, and(isMeant, isChanged), now).getSQL();
  const statements = [...eraseDetails(sql`SELECT ${links.code} FROM ${links} WHERE ${isMeant}`), deletion];
  return statements.map((statement) => prepareStatement(env.DB, statement));
}

/** Deletes a link of its owner. @throws Refusal LINK_NOT_FOUND */
export async function deleteLink(env: Env, owner: LinkOwner, shortCode: string, by: Actor, now: number): Promise<Link> {
  const code = normalizeCode(shortCode);
  const isMeant = and(eq(links.code, code), isOwnedBy(owner)) as SQL;
  const event = { accountId: owner.accountId, kind: 'link.deleted', actor: by, subject: code } as const;
  // The log comes first, because a repeated deletion changes the row too.
  const isToDelete = sql`FROM ${links} WHERE ${isMeant} AND ${links.gone} IS NOT 'DELETED'`;
  const row = await withLog(logEvent(env, event, now, isToDelete), async (log) => {
    const results = await env.DB.batch<DetailedRow>([
      ...preparedEvents(env.DB, log),
      ...prepareDeletion(env, isMeant, now),
    ]);
    return results.at(-1)?.results[0];
  });
  if (row === undefined) throw new Refusal('LINK_NOT_FOUND');
  return propagate(env, parseDetailedRow(row), now);
}

/** The edit of a link of its owner that is not deleted. @param condition a further condition of the link's row */
export const prepareEdit = async (
  env: Env,
  owner: LinkOwner,
  edit: CheckedEdit,
  now: number,
  condition?: SQL,
): Promise<Change> => ({
  set: await editedColumns(env, edit, now),
  where: and(isOwnedBy(owner), sql`${links.gone} IS NOT 'DELETED'`, condition),
  updatesCounter: edit.maxClicks !== undefined,
});

/**
 * Edits a link of its owner. The new limits may revive an expired or spent link. A block stays. The verdicts on a
 * former destination do not hold for a new one.
 * @param seen the link as the editor has read it: the edit fails if the owner has changed the link since
 * @throws Refusal LINK_NOT_FOUND, LINK_DELETED, EXTERNAL_ID_TAKEN, TAGS_EXCEEDED
 * @throws LinkChanged if the link differs from `seen`
 */
export async function editLink(
  env: Env,
  owner: LinkOwner,
  shortCode: string,
  edit: CheckedEdit,
  now: number,
  seen?: DetailedLink,
): Promise<DetailedLink> {
  const condition = seen === undefined ? undefined : isAsSeen(seen, edit);
  const link = await applyEdit(env, owner, shortCode, edit, condition, now);
  if (link !== null) return link;
  const { gone } = await ownedLink(env, owner, shortCode);
  throw seen === undefined || gone === 'DELETED' ? new Refusal('LINK_DELETED') : new LinkChanged();
}

/**
 * Edits a link as `editLink` does, if it has this id and is alive or blocked.
 * @returns null if it is not
 * @throws Refusal EXTERNAL_ID_TAKEN, TAGS_EXCEEDED
 */
export const editLiving = (
  env: Env,
  owner: LinkOwner,
  { code, id }: Link,
  edit: CheckedEdit,
  now: number,
): Promise<DetailedLink | null> =>
  applyEdit(
    env,
    owner,
    code,
    edit,
    sql`${links.id} = ${id} AND (${links.blocked} IS NOT NULL
      OR (${links.gone} IS NULL AND (${links.expiresAt} IS NULL OR ${links.expiresAt} > ${now})))`,
    now,
  );

/** Edits a link of its owner that is not deleted. @returns null if there is none that satisfies the condition */
async function applyEdit(
  env: Env,
  owner: LinkOwner,
  shortCode: string,
  edit: CheckedEdit,
  condition: SQL | undefined,
  now: number,
): Promise<DetailedLink | null> {
  const toApply = await prepareEdit(env, owner, edit, now, condition);
  return namesDetails(edit)
    ? changeDetails(env, { code: normalizeCode(shortCode), accountId: owner.accountId }, edit, toApply, now)
    : change(env, shortCode, now, toApply);
}

/**
 * Changes details, and the columns of a change, and propagates the link if its visits change.
 * @returns null if no row satisfies `where`
 * @throws Refusal EXTERNAL_ID_TAKEN, TAGS_EXCEEDED
 */
async function changeDetails(
  env: Env,
  { code, accountId }: { readonly code: string; readonly accountId: string },
  edit: CheckedEdit,
  { set, where, updatesCounter = false }: Change,
  now: number,
): Promise<DetailedLink | null> {
  const isMeant = and(eq(links.code, code), where);
  const { changed, refused } = await updateDetails(env, accountId, edit, { set, isMeant }, now);
  const refusal = refused.get(code);
  if (refusal !== undefined) throw refusal;
  const [link] = changed;
  if (link === undefined) return null;
  return changesVisits(set) ? propagate(env, link, now, updatesCounter || isLimited(link)) : link;
}

/** The owner has changed the link since the editor read it. */
export class LinkChanged extends Error {}

/**
 * Compares the columns and the details that an owner can change. It ignores the version, which also rises when a link
 * is spent or blocked.
 */
const isAsSeen = ({ id, url, expiresAt, maxClicks, password, details }: DetailedLink, edit: CheckedEdit) =>
  and(
    eq(links.id, id),
    eq(links.url, url),
    isSame(links.expiresAt, expiresAt),
    isSame(links.maxClicks, maxClicks),
    isSame(links.password, password),
    hasDetailsAsSeen(details, edit),
  );

/** The columns of a link with a new destination: no check, verdict or decision of the former one applies. */
const UNCHECKED = { checkedAt: null, accepted: false, refusedChecks: 0, unjudgeableAt: null };

async function editedColumns(
  env: Env,
  { url, threat, keepsVerdict, expiresIn, maxClicks, password }: CheckedEdit,
  now: number,
): Promise<Change['set']> {
  const ofNew = { threat, ...UNCHECKED, urlChanged: sql`${links.blocked} IS NOT NULL` };
  const unlessSame = ([name, value]: [string, unknown]) => {
    const column = links[name as keyof typeof ofNew];
    return [name, sql`iif(${links.url} = ${url}, ${column}, ${is(value, SQL) ? value : sql.param(value, column)})`];
  };
  return {
    ...(url !== undefined && {
      url,
      ...(keepsVerdict ? Object.fromEntries(Object.entries(ofNew).map(unlessSame)) : ofNew),
    }),
    ...(expiresIn !== undefined && { expiresAt: expiresIn === null ? null : now + expiresIn * 1000 }),
    ...(maxClicks !== undefined && { maxClicks, gone: sql`nullif(${links.gone}, 'CLICKS')` }),
    ...(password !== undefined && {
      password: password === null ? null : await hashPassword(password, parseConfig(env).peppers),
    }),
  };
}

/** Blocks a link for the operator: visits get 410 BLOCKED until the operator unblocks it. */
export const blockLink = (env: Env, shortCode: string, reason: string, now: number): Promise<Link> =>
  changeExisting(env, shortCode, now, {
    set: { blocked: reason, accepted: false, urlChanged: false, ...NOTHING_TO_CHECK },
  });

/**
 * Blocks a link whose destination has the verdict unsafe. The id and the destination must still be the same, and the
 * operator must not have accepted the destination. A reason that the operator gave stays.
 * @throws Refusal LINK_NOT_FOUND if the code now has another link or destination, or an accepted one
 */
export const blockUnsafe = (
  env: Env,
  { code, id, url }: Pick<Link, 'code' | 'id' | 'url'>,
  now: number,
): Promise<Link> =>
  changeExisting(env, code, now, {
    set: { blocked: sql`coalesce(${links.blocked}, 'threat')`, checkedAt: now, urlChanged: false, ...NOTHING_TO_CHECK },
    where: and(eq(links.id, id), eq(links.url, url), eq(links.accepted, false)),
  });

/**
 * Returns the columns that unblocking sets. A call that names a destination accepts it. A call without a name accepts
 * the destination that was blocked, or that was listed as unjudgeable.
 */
function unblocked(isNamed: boolean): Change['set'] {
  const { urlChanged, blocked, unjudgeableAt, checkedAt } = links;
  const isReviewed = isNamed
    ? sql`TRUE`
    : sql`(NOT ${urlChanged} AND (${blocked} IS NOT NULL OR ${unjudgeableAt} IS NOT NULL))`;
  return {
    blocked: null,
    accepted: isReviewed,
    threat: sql`iif(${isReviewed}, NULL, 'pending')`,
    checkedAt: sql`iif(${isReviewed}, ${checkedAt}, NULL)`,
    refusedChecks: 0,
    unjudgeableAt: null,
    urlChanged: false,
  };
}

/**
 * Unblocks a link, and accepts the destination that the operator has reviewed: no later check blocks it again. If the
 * owner replaced the destination during the block, the new one is checked within a minute instead (specification 13.5).
 * @param url the destination that the operator has reviewed; null: the one that was blocked
 * @throws Refusal LINK_NOT_FOUND; LINK_CHANGED if the link has another destination than `url`
 */
export async function unblockLink(env: Env, shortCode: string, url: string | null, now: number): Promise<Link> {
  const isMeant = url === null ? undefined : eq(links.url, url);
  const link = await change(env, shortCode, now, { set: unblocked(url !== null), where: isMeant });
  if (link !== null) return link;
  throw new Refusal((await findLink(env, normalizeCode(shortCode))) === null ? 'LINK_NOT_FOUND' : 'LINK_CHANGED');
}

/** The columns of a link that needs no more threat checks: it has a verdict, or it redirects no visitors. */
export const NOTHING_TO_CHECK = { threat: null, refusedChecks: 0, unjudgeableAt: null };
