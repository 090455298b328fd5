/**
 * Accounts in D1: their fields, reads, changes and suspensions by the operator (specification 13.2), and their logs of
 * events (specification 14.11).
 */

import { and, asc, desc, eq, exists, gt, gte, isNull, like, lt, lte, ne, sql } from 'drizzle-orm';
import * as z from 'zod';
import { oneMore, openDatabase, openPrimary } from '#api/database/database';
import { accountEvents, accounts, keys, sessions, signInLinks } from '#api/database/schema';
import { type Page, type Pagination, readPage, Timestamp } from '#api/http/fields';
import { announceDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import type { ACTORS } from '#domain/account-events';
import { findNameFault } from '#domain/names';
import { PLANS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { newId } from '#secrets/key-text';
import { logFault } from '#store/faults';
import { pushAccountKeys } from './key-push';

/** The name of a key. It is ASCII, because the header X-API-Key-Name contains it. */
export const KeyName = z
  .string('name must be a string')
  .regex(/^[\x20-\x7e]{1,100}$/, 'name must be 1 to 100 printable ASCII characters')
  .refine((name) => name.trim() === name, 'name must not begin or end with a space')
  .describe('The name of the key: 1 to 100 printable ASCII characters.');

const NAME_RULE = 'name must be one line of 1 to 100 characters';

export const AccountName = z
  .string('name must be a string')
  .trim()
  .refine((name) => findNameFault(name) === null, NAME_RULE)
  .describe('The name of the account: one line of 1 to 100 characters in any script.');

export const PlanName = z.enum(PLANS, `plan must be one of ${PLANS.join(', ')}`);

export type Account = typeof accounts.$inferSelect;

/** An account in a response to the operator. */
export const AccountRecord = z
  .strictObject({
    id: z.string().describe('The ID of the account.'),
    name: z.string().describe('The name of the account.'),
    plan: z.enum(PLANS).describe('The plan of the account.'),
    suspended: z.boolean().describe('`true` while the account is suspended. Its keys get 401, and its links 410.'),
    reservedOverride: z.boolean().describe('`true` if the account may use reserved aliases.'),
    createdAt: Timestamp.describe('When the account was created.'),
  })
  .meta({ id: 'Account', description: 'An owner of keys and links.' });
export type AccountRecord = z.output<typeof AccountRecord>;

export const ACCOUNT_EXAMPLE: AccountRecord = {
  id: 'a4Tq81ZkX0bM',
  name: 'Example Ltd',
  plan: 'HOBBY',
  suspended: false,
  reservedOverride: false,
  createdAt: '2026-11-20T12:00:00.000Z',
};

export const accountRecord = ({ id, name, plan, suspended, reservedOverride, createdAt }: Account): AccountRecord => ({
  id,
  name,
  plan,
  suspended,
  reservedOverride,
  createdAt: new Date(createdAt).toISOString(),
});

/** Returns a new account with a random id. The caller stores it. */
export const newAccount = (name: string, plan: Plan, now: number): Account => ({
  id: newId(),
  name,
  plan,
  suspended: false,
  reservedOverride: false,
  createdAt: now,
  deletedAt: null,
});

/** The statement that inserts a new account. */
export const insertAccount = (env: Env, { id, name, plan, createdAt }: Account) =>
  openDatabase(env.DB).insert(accounts).values({ id, name, plan, createdAt });

export async function createAccount(env: Env, name: string, plan: Plan, now: number): Promise<Account> {
  const account = newAccount(name, plan, now);
  await insertAccount(env, account);
  return account;
}

/** SQL condition: the account is not deleted. The row of a deleted account stays in D1, but counts as absent. */
const isNotDeleted = isNull(accounts.deletedAt);

/** Reads a page of the accounts that are not deleted, in the order of their ids. */
export function listAccounts(env: Env, { cursor, limit }: Pagination): Promise<Page<Account>> {
  const afterCursor = and(gt(accounts.id, cursor), isNotDeleted);
  const listed = openDatabase(env.DB).select().from(accounts).where(afterCursor).orderBy(asc(accounts.id));
  return readPage(limit, (count) => listed.limit(count));
}

/** Reads an account that is not deleted. @throws Refusal ACCOUNT_NOT_FOUND */
export async function findAccount(env: Env, id: string): Promise<Account> {
  const [account] = await openDatabase(env.DB)
    .select()
    .from(accounts)
    .where(and(eq(accounts.id, id), isNotDeleted));
  if (account === undefined) throw new Refusal('ACCOUNT_NOT_FOUND');
  return account;
}

type AccountChange = {
  readonly name?: string | undefined;
  readonly plan?: Plan | undefined;
  readonly reservedOverride?: boolean | undefined;
};

/**
 * The two statements of a change, for one batch. The first statement raises the version of the account's keys, and a
 * higher version causes a push. It skips revoked keys. It changes no row if no field of the keys' records changes.
 */
function changeStatements(env: Env, id: string, change: AccountChange & { readonly suspended?: boolean }) {
  const db = openDatabase(env.DB);
  const { name, plan, reservedOverride, suspended } = change;
  // A field that is not in the change is NULL here. A comparison with NULL is never true.
  const differs = sql`(${accounts.plan} <> ${plan ?? null} OR ${accounts.reservedOverride} <> ${toInteger(reservedOverride)}
    OR ${accounts.suspended} <> ${toInteger(suspended)})`;
  const accountDiffers = exists(
    db
      .select({ id: accounts.id })
      .from(accounts)
      .where(and(eq(accounts.id, id), differs)),
  );
  return [
    db
      .update(keys)
      .set({ version: oneMore(keys.version) })
      .where(and(eq(keys.accountId, id), ne(keys.status, 'revoked').inlineParams(), accountDiffers)),
    db
      .update(accounts)
      .set({
        name: name ?? sql`${accounts.name}`,
        plan: plan ?? sql`${accounts.plan}`,
        reservedOverride: reservedOverride ?? sql`${accounts.reservedOverride}`,
        suspended: suspended ?? sql`${accounts.suspended}`,
      })
      .where(and(eq(accounts.id, id), isNotDeleted)),
  ] as const;
}

const toInteger = (value: boolean | undefined): number | null => (value === undefined ? null : Number(value));

/**
 * Changes an account, and pushes the new records of its keys to their objects. A repeated call pushes the records whose
 * push failed.
 * @throws Refusal ACCOUNT_NOT_FOUND, OVERLOADED; ObjectUnreachable
 */
export async function changeAccount(env: Env, id: string, change: AccountChange): Promise<Account> {
  await openDatabase(env.DB).batch(changeStatements(env, id, change));
  const account = await findAccount(env, id);
  // The records of keys do not hold the account's name, so a change of the name needs no push.
  if (change.plan !== undefined || change.reservedOverride !== undefined) await pushAccountKeys(env, id);
  return account;
}

/**
 * Suspends or resumes an account. The keys of a suspended account get 401, and its links 410 BLOCKED. Both calls delete
 * the account's sessions and sign-in links. A repeated call pushes the records whose push failed.
 * @throws Refusal ACCOUNT_NOT_FOUND, OVERLOADED; ObjectUnreachable
 */
export async function setSuspended(env: Env, id: string, suspended: boolean, now: number): Promise<Account> {
  await findAccount(env, id);
  const db = openDatabase(env.DB);
  await db.batch([
    ...changeStatements(env, id, { suspended }),
    db.delete(sessions).where(eq(sessions.accountId, id)),
    db.delete(signInLinks).where(eq(signInLinks.accountId, id)),
    announceDenylist(env, now),
  ]);
  // A failed put is only logged, because the cron repeats it. A failed push is a 503, because a 200 promises that every
  // key's object has the change.
  await publishDenylist(env, now).catch((error) => logFault(error, { doing: 'put denylist', account: id }));
  await pushAccountKeys(env, id);
  return findAccount(env, id);
}

export type AccountEvent = typeof accountEvents.$inferSelect;

export const EVENTS_LAST_DAYS = 90;
export const EVENTS_LAST_MS = EVENTS_LAST_DAYS * 86_400_000;

/** Which events of an account are read. */
type EventFilter = {
  /** The beginning of their kinds, like `key`. */
  readonly kind?: string | undefined;
  readonly actor?: (typeof ACTORS)[number] | undefined;
  /** The id of the session or the key that has acted. */
  readonly actorId?: string | undefined;
  /** The first moment, and the first one that is too late, epoch milliseconds. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};

/**
 * Reads events of an account, newest first.
 * @param before the number of the last event of the previous page; null for the first page
 * @returns at most `limit` events, and whether older ones follow
 */
export async function listEvents(
  env: Env,
  accountId: string,
  before: number | null,
  limit: number,
  { kind, actor, actorId, from, to }: EventFilter = {},
): Promise<{ readonly events: readonly AccountEvent[]; readonly hasMore: boolean }> {
  const { number, at } = accountEvents;
  const isWanted = [
    before === null ? undefined : lt(number, before),
    kind === undefined ? undefined : like(accountEvents.kind, `${kind}.%`),
    actor === undefined ? undefined : eq(accountEvents.actor, actor),
    actorId === undefined ? undefined : eq(accountEvents.actorId, actorId),
    from === undefined ? undefined : gte(at, from),
    to === undefined ? undefined : lt(at, to),
  ];
  const found = await openPrimary(env.DB)
    .select()
    .from(accountEvents)
    .where(and(eq(accountEvents.accountId, accountId), ...isWanted))
    .orderBy(desc(accountEvents.number))
    .limit(limit + 1);
  return { events: found.slice(0, limit), hasMore: found.length > limit };
}

/** How many events a run of the cron deletes. */
const PER_RUN = 5_000;

/** Deletes events that are older than 90 days. */
export async function purgeEvents(env: Env, now: number): Promise<void> {
  const { accountId, number, at } = accountEvents;
  await openDatabase(env.DB).run(sql`DELETE FROM ${accountEvents} WHERE (account_id, number) IN
    (SELECT ${accountId}, ${number} FROM ${accountEvents} WHERE ${lte(at, now - EVENTS_LAST_MS)} LIMIT ${PER_RUN})`);
}
