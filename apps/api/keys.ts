/** API keys in D1, as the operator sees them. */
import { and, asc, desc, eq, gt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import * as z from 'zod';
import { PLANS, type Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { keyPrefix, mintKey, newId } from '#secrets/key-text';
import { accountOf, insertAccount, newAccount } from './accounts';
import type { Env } from './env';
import { pushKey } from './key-push';
import { KEY_STATUSES, type KeyStatus } from './key-record';
import { textsOf } from './key-texts';
import { Timestamp } from './link-record';
import type { Page } from './page';
import { accounts, keys } from './schema';
import { currentSettings } from './settings';

export type Key = typeof keys.$inferSelect & { readonly accountPlan: Plan };

const LastFour = z
  .string()
  .nullable()
  .describe(
    'The last four of its text’s random characters, which six of checksum follow; `null` of one made before 0.11.',
  );

/** What an answer shows of a key: never its text, of which only the part up to the id and four characters are kept. */
export const KeyRecord = z
  .strictObject({
    id: z.string(),
    accountId: z.string(),
    name: z.string(),
    plan: z.enum(PLANS).describe('Its own plan, else that of its account.'),
    followsAccountPlan: z.boolean(),
    status: z.enum(KEY_STATUSES),
    prefix: z.string().describe('The beginning of its text, which names its id and is no secret.'),
    lastFour: LastFour,
    previousText: z
      .strictObject({ lastFour: LastFour, worksUntil: Timestamp })
      .nullable()
      .describe('The text before the last rotation, while it still works; `null` where there is none.'),
    createdAt: Timestamp,
  })
  .meta({ id: 'Key', description: 'An API key, without its text.' });
export type KeyRecord = z.output<typeof KeyRecord>;

/** A key just made or rotated: the only answers that hold its text. */
export const NewKeyRecord = KeyRecord.extend({
  key: z.string().describe('The text of the key. It is shown here, and never again.'),
}).meta({ id: 'NewKey', description: 'An API key with its text.' });

export const KEY_EXAMPLE: KeyRecord = {
  id: 'Jx3vT9aQmW5c',
  accountId: 'a4Tq81ZkX0bM',
  name: 'My key',
  plan: 'HOBBY',
  followsAccountPlan: true,
  status: 'active',
  prefix: 'sl_Jx3vT9aQmW5c',
  lastFour: 'p7Qd',
  previousText: null,
  createdAt: '2026-11-20T12:00:00.000Z',
};

/** Not a key: its checksum is wrong. */
export const NEW_KEY_EXAMPLE = { ...KEY_EXAMPLE, key: 'sl_Jx3vT9aQmW5c0000000000000000000000000000p7Qd000000' };

/** A key as it is shown at `now`. */
export function keyRecord(key: Key, now: number): KeyRecord {
  const { id, accountId, name, plan, accountPlan, status, createdAt } = key;
  const { current, previous } = textsOf(key, now);
  return {
    id,
    accountId,
    name,
    plan: plan ?? accountPlan,
    followsAccountPlan: plan === null,
    status,
    prefix: keyPrefix(id),
    lastFour: current.lastFour,
    previousText: previous && {
      lastFour: previous.lastFour,
      worksUntil: new Date(previous.worksUntil).toISOString(),
    },
    createdAt: new Date(createdAt).toISOString(),
  };
}

export type NewKey = {
  readonly name: string;
  readonly plan?: Plan | undefined;
  readonly accountId?: string | undefined;
};

/**
 * Room for one more active key of an account, so that keys do not multiply quotas (answers, section 1): asked by the
 * statement that takes it. `?1` is the account, `?7` the caps by plan as JSON.
 */
const HAS_ROOM = `(SELECT count(*) FROM keys WHERE account_id = ?1 AND status = 'active')
  < (SELECT json_extract(?7, '$.' || plan) FROM accounts WHERE id = ?1)`;

const INSERT = `INSERT INTO keys (account_id, id, name, plan, digest, created_at, last_fours)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, json_object(?5, ?8) WHERE ${HAS_ROOM} RETURNING id`;

/** The caps of active keys in force, as `HAS_ROOM` takes them. */
const capsOf = async (env: Env, now: number): Promise<string> =>
  JSON.stringify((await currentSettings(env, now)).activeKeys);

/**
 * Makes a key; without an account named, an account of that name and plan for it. The text is in the answer and
 * nowhere else. The key's object loads the record at its first call, so nothing has to be pushed to it.
 * @throws Refusal ACCOUNT_NOT_FOUND, ACTIVE_KEYS_REACHED
 */
export async function createKey(env: Env, wanted: NewKey, now: number): Promise<{ key: Key; text: string }> {
  const { name, plan = null, accountId } = wanted;
  const account = accountId === undefined ? newAccount(name, plan ?? 'FREE', now) : await accountOf(env, accountId);
  const id = newId();
  const { text, digest, lastFour } = await mintKey(id);
  const ownPlan = accountId === undefined ? null : plan;
  const caps = await capsOf(env, now);
  const insertKey = env.DB.prepare(INSERT).bind(account.id, id, name, ownPlan, digest, now, caps, lastFour);
  // Both or neither: an account without its key would be nobody's.
  const results = await env.DB.batch(accountId === undefined ? [insertAccount(env, account), insertKey] : [insertKey]);
  if (results.at(-1)?.results.length === 0) throw new Refusal('ACTIVE_KEYS_REACHED');
  return { key: await keyOf(env, id), text };
}

const selectKeys = (env: Env) =>
  drizzle(env.DB).select().from(keys).innerJoin(accounts, eq(accounts.id, keys.accountId)).$dynamic();

const joined = (row: { keys: typeof keys.$inferSelect; accounts: typeof accounts.$inferSelect }): Key => ({
  ...row.keys,
  accountPlan: row.accounts.plan,
});

/** @throws Refusal KEY_NOT_FOUND */
export async function keyOf(env: Env, id: string): Promise<Key> {
  const [row] = await selectKeys(env).where(eq(keys.id, id));
  if (row === undefined) throw new Refusal('KEY_NOT_FOUND');
  return joined(row);
}

/** A page of keys in the order of their ids: all there are, or those of an account. */
export async function listKeys(env: Env, { cursor, limit }: Page, accountId?: string): Promise<Key[]> {
  const ofAccount = accountId === undefined ? undefined : eq(keys.accountId, accountId);
  const rows = await selectKeys(env)
    .where(and(gt(keys.id, cursor), ofAccount))
    .orderBy(asc(keys.id))
    .limit(limit);
  return rows.map(joined);
}

/** More than an account can use at once; the rest are revoked or switched off. */
const KEYS_SHOWN = 200;

/** The keys of an account, newest first. */
export async function listKeysOf(env: Env, accountId: string): Promise<Key[]> {
  const newest = [desc(keys.createdAt), asc(keys.id)];
  const rows = await selectKeys(env)
    .where(eq(keys.accountId, accountId))
    .orderBy(...newest)
    .limit(KEYS_SHOWN);
  return rows.map(joined);
}

/** An account's own key. @throws Refusal KEY_NOT_FOUND, for another account's too */
export async function ownKey(env: Env, accountId: string, id: string): Promise<Key> {
  const [row] = await selectKeys(env).where(and(eq(keys.id, id), eq(keys.accountId, accountId)));
  if (row === undefined) throw new Refusal('KEY_NOT_FOUND');
  return joined(row);
}

export type KeyChange = {
  readonly name?: string | undefined;
  /** Null: the key follows its account's plan. */
  readonly plan?: Plan | null | undefined;
  readonly status?: KeyStatus | undefined;
};

// `?1` is the account here too, so that the cap of active keys can be asked in the same statement.
const CHANGE = `UPDATE keys SET name = coalesce(?3, name), plan = CASE WHEN ?4 THEN ?5 ELSE plan END,
  status = coalesce(?6, status), version = version + 1
  WHERE id = ?2 AND (status <> 'revoked' OR ?6 IS 'revoked') AND (status = 'active' OR ?6 IS NOT 'active' OR ${HAS_ROOM}) RETURNING id`;

/**
 * Changes a key; from the next request on the change holds everywhere. Revoking may be repeated, so that a call whose
 * push failed can be made again.
 * @throws Refusal KEY_NOT_FOUND, KEY_REVOKED, ACTIVE_KEYS_REACHED
 */
export async function changeKey(env: Env, id: string, change: KeyChange, now: number): Promise<Key> {
  const { name = null, plan, status = null } = change;
  const before = await keyOf(env, id);
  const changed = await env.DB.prepare(CHANGE)
    .bind(before.accountId, id, name, Number(plan !== undefined), plan ?? null, status, await capsOf(env, now))
    .first();
  if (changed === null) await refuseChange(env, id);
  await pushKey(env, id);
  return keyOf(env, id);
}

async function refuseChange(env: Env, id: string): Promise<never> {
  const { status } = await keyOf(env, id);
  throw new Refusal(status === 'revoked' ? 'KEY_REVOKED' : 'ACTIVE_KEYS_REACHED');
}

/** Revokes a key for good. Revoking it again changes nothing, and pushes it again. */
export async function revokeKey(env: Env, id: string): Promise<void> {
  const revoked = await env.DB.prepare(
    "UPDATE keys SET status = 'revoked', version = version + 1 WHERE id = ?1 RETURNING id",
  )
    .bind(id)
    .first();
  if (revoked === null) throw new Refusal('KEY_NOT_FOUND');
  await pushKey(env, id);
}
