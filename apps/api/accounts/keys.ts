/** API keys in D1: the operator and the console create, read, change and revoke them (specification 12 and 13.3). */
import { and, asc, desc, eq, gt, ne, or, type SQL, sql } from 'drizzle-orm';
import { oneMore, openDatabase, rowWhere } from '#api/database/database';
import { logEvent, withLog } from '#api/database/events';
import { accounts, keys } from '#api/database/schema';
import { type Page, type Pagination, readPage } from '#api/http/fields';
import type { Env } from '#api/platform/env';
import type { Actor, KeyDetail } from '#domain/account-events';
import type { KeyUse } from '#domain/admission';
import type { KEY_MAKERS, KeyStatus } from '#domain/key-rights';
import type { Plan } from '#domain/plans';
import { Refusal } from '#domain/refusal';
import { mintKey, newId, newSecret } from '#secrets/key-text';
import { logFault } from '#store/faults';
import { callObject, objectNamed } from '#store/objects';
import { findAccount, insertAccount, newAccount } from './accounts';
import { hasRoomForActiveKey, hasRoomForKey, readCaps, refuseKey } from './key-caps';
import { pushKey } from './key-push';
import { type RightsInput, rightsColumns } from './key-rights';

export type Key = typeof keys.$inferSelect & { readonly accountPlan: Plan };

type KeyInput = {
  readonly name: string;
  readonly plan?: Plan | undefined;
  readonly accountId?: string | undefined;
  /** Who makes the key. A key never has more rights than its maker. */
  readonly madeBy: (typeof KEY_MAKERS)[number];
} & RightsInput;

/** The random values of a new key: its id, and the secret part of its text. */
type KeySeed = { readonly id: string; readonly secret: string };

const newKeySeed = (): KeySeed => ({ id: newId(), secret: newSecret() });

/**
 * Creates a key. Without `accountId` it also creates an account with the same name and plan. No store holds the
 * returned text. The key's object loads the record at its first call, so no push is needed.
 * @param seed a repeated call with the same random values returns the key that the first call created
 * @throws Refusal FIELD_INVALID, ACCOUNT_NOT_FOUND, KEYS_REACHED, ACTIVE_KEYS_REACHED
 */
export async function createKey(
  env: Env,
  input: KeyInput,
  by: Actor,
  now: number,
  { id, secret }: KeySeed = newKeySeed(),
): Promise<{ key: Key; text: string }> {
  const { name, plan = null, accountId, madeBy } = input;
  const rights = rightsColumns(input, now);
  const account = accountId === undefined ? newAccount(name, plan ?? 'FREE', now) : await findAccount(env, accountId);
  const { text, digest, lastFour } = await mintKey(id, secret);
  const ownPlan = accountId === undefined ? null : plan;
  const caps = await readCaps(env, now);
  const row = { accountId: account.id, id, name, plan: ownPlan, digest, lastFour, createdAt: now, madeBy };
  const insertKey = insertWhereAllowed(env, { ...row, ...rights }, caps);
  // One batch inserts both, so that a failure leaves no account without a key.
  const event = { accountId: account.id, kind: 'key.made', actor: by, subject: id, name } as const;
  const inserted = await withLog(logEvent(env, event, now), async (log) =>
    accountId === undefined
      ? (await openDatabase(env.DB).batch([insertAccount(env, account), insertKey, ...log]))[1]
      : (await openDatabase(env.DB).batch([insertKey, ...log]))[0],
  );
  if (inserted.length === 0 && !(await isCreated(env, id, digest))) await refuseKey(env, account.id, caps);
  return { key: await findKey(env, id), text };
}

/** Inserts a key if its account is not deleted and has reached no cap. Otherwise the statement returns no row. */
const insertWhereAllowed = (env: Env, row: typeof keys.$inferInsert, caps: Record<Plan, number>) =>
  openDatabase(env.DB)
    .insert(keys)
    .select(
      rowWhere(
        keys,
        row,
        sql`FROM ${accounts} WHERE ${accounts.id} = ${row.accountId} AND ${accounts.deletedAt} IS NULL
          AND ${hasRoomForActiveKey(row.accountId, caps)} AND ${hasRoomForKey(row.accountId, caps)}`,
      ),
    )
    .onConflictDoNothing({ target: keys.id })
    .returning({ id: keys.id });

/** Whether an earlier call with the same random values has created the key. */
const isCreated = async (env: Env, id: string, digest: string): Promise<boolean> =>
  (await openDatabase(env.DB).$count(keys, and(eq(keys.id, id), eq(keys.digest, digest)))) > 0;

const selectKeys = (env: Env) =>
  openDatabase(env.DB).select().from(keys).innerJoin(accounts, eq(accounts.id, keys.accountId)).$dynamic();

const keyOfRow = (row: { keys: typeof keys.$inferSelect; accounts: typeof accounts.$inferSelect }): Key => ({
  ...row.keys,
  accountPlan: row.accounts.plan,
});

/** Reads a key of any account. @throws Refusal KEY_NOT_FOUND */
export async function findKey(env: Env, id: string): Promise<Key> {
  const [row] = await selectKeys(env).where(eq(keys.id, id));
  if (row === undefined) throw new Refusal('KEY_NOT_FOUND');
  return keyOfRow(row);
}

/** Reads a page of keys in the order of their ids: the keys of one account, or of all accounts. */
export function listKeys(env: Env, { cursor, limit }: Pagination, accountId?: string): Promise<Page<Key>> {
  const ofAccount = accountId === undefined ? undefined : eq(keys.accountId, accountId);
  const listed = selectKeys(env)
    .where(and(gt(keys.id, cursor), ofAccount))
    .orderBy(asc(keys.id));
  return readPage(limit, async (count) => (await listed.limit(count)).map(keyOfRow));
}

/** The most keys that the console lists: twice the usual cap of keys that are not revoked (key-caps.ts). */
const KEYS_SHOWN = 200;

/** Reads the keys of an account. Revoked keys come after all others. In both groups the newest key comes first. */
export async function listAccountKeys(env: Env, accountId: string): Promise<Key[]> {
  // The status is a literal, because SQLite does not choose a partial index for a bound value.
  const part = (status: SQL) =>
    selectKeys(env)
      .where(and(eq(keys.accountId, accountId), status))
      .orderBy(desc(keys.createdAt), desc(keys.id))
      .limit(KEYS_SHOWN);
  const [usable, revoked] = await Promise.all([
    part(ne(keys.status, 'revoked').inlineParams()),
    part(eq(keys.status, 'revoked').inlineParams()),
  ]);
  return [...usable, ...revoked].slice(0, KEYS_SHOWN).map(keyOfRow);
}

/** Reads a key of this account. @throws Refusal KEY_NOT_FOUND, also for a key of another account */
export async function ownKey(env: Env, accountId: string, id: string): Promise<Key> {
  const [row] = await selectKeys(env).where(and(eq(keys.id, id), eq(keys.accountId, accountId)));
  if (row === undefined) throw new Refusal('KEY_NOT_FOUND');
  return keyOfRow(row);
}

type KeyChange = {
  readonly name?: string | undefined;
  /** Null: the key has the plan of its account. */
  readonly plan?: Plan | null | undefined;
  readonly status?: KeyStatus | undefined;
} & RightsInput;

/** The key has changed since its version was read. */
export class KeyChanged extends Error {
  override readonly name = 'KeyChanged';
}

/**
 * Changes a key. Requests that are sent after this call returned see the change. A caller may repeat a revocation,
 * because its push may have failed.
 * @param seenVersion the version of the key that the change relies on; undefined to change any version
 * @throws Refusal KEY_NOT_FOUND, KEY_REVOKED, ACTIVE_KEYS_REACHED; KeyChanged; ObjectUnreachable
 */
export async function changeKey(
  env: Env,
  id: string,
  change: KeyChange,
  by: Actor,
  now: number,
  seenVersion?: number,
): Promise<Key> {
  const { name, plan, status } = change;
  const rights = rightsColumns(change, now);
  const key = await findKey(env, id);
  const { accountId, status: formerStatus } = key;
  const caps = await readCaps(env, now);
  const isNotRevoked = status === 'revoked' ? undefined : ne(keys.status, 'revoked');
  const isAsSeen = seenVersion === undefined ? undefined : eq(keys.version, seenVersion);
  const isWithinCap =
    status === 'active' ? or(eq(keys.status, 'active'), hasRoomForActiveKey(accountId, caps)) : undefined;
  const update = openDatabase(env.DB)
    .update(keys)
    .set({ name, plan, status, ...rights, version: oneMore(keys.version) })
    .where(and(eq(keys.id, id), isAsSeen, isNotRevoked, isWithinCap))
    .returning({ id: keys.id });
  const kind = status === 'revoked' ? 'key.revoked' : 'key.changed';
  const detail = kind === 'key.changed' ? describeChange(key, { name, plan, status, ...rights }) : undefined;
  const event = { accountId, kind, actor: by, subject: id, name: name ?? key.name, detail } as const;
  const statements = formerStatus === 'revoked' ? [] : logEvent(env, event, now);
  const [changed] = await withLog(statements, (log) => openDatabase(env.DB).batch([update, ...log]));
  if (changed.length === 0) await refuseChange(env, id, seenVersion);
  await pushKey(env, id);
  return findKey(env, id);
}

/** What a change sets to another value than the key had, as the log has it. */
function describeChange(former: Key, change: { readonly [column in keyof Key]?: Key[column] | undefined }): string {
  const changed = Object.entries(change).filter(
    ([column, value]) => value !== undefined && JSON.stringify(value) !== JSON.stringify(former[column as keyof Key]),
  );
  const { origins, name, ...others } = Object.fromEntries(changed) as Partial<Key>;
  const detail: KeyDetail = {
    ...others,
    ...(name !== undefined && { name: former.name }),
    ...(origins !== undefined && { origins: origins?.length ?? null }),
  };
  return JSON.stringify(detail);
}

async function refuseChange(env: Env, id: string, seenVersion: number | undefined): Promise<never> {
  const { status, version } = await findKey(env, id);
  if (status === 'revoked') throw new Refusal('KEY_REVOKED');
  if (seenVersion !== undefined && version !== seenVersion) throw new KeyChanged();
  throw new Refusal('ACTIVE_KEYS_REACHED');
}

/**
 * Revokes a key for ever. A repeated call pushes the record again.
 * @param selfRevokedAt the time of the call, if the key itself made it
 * @throws Refusal KEY_NOT_FOUND; ObjectUnreachable
 */
export async function revokeKey(env: Env, id: string, by: Actor, now: number, selfRevokedAt?: number): Promise<void> {
  const accountId = sql`(SELECT ${keys.accountId} FROM ${keys} WHERE ${keys.id} = ${id})`;
  const event = { accountId, kind: 'key.revoked', actor: by, subject: id, name: sql`${keys.name}` } as const;
  // The log comes first, because a repeated revocation changes the row too.
  const isUsable = sql`FROM ${keys} WHERE ${keys.id} = ${id} AND ${ne(keys.status, 'revoked')}`;
  const update = openDatabase(env.DB)
    .update(keys)
    .set({ status: 'revoked', selfRevokedAt, version: oneMore(keys.version) })
    .where(eq(keys.id, id));
  const found = openDatabase(env.DB).select({ id: keys.id }).from(keys).where(eq(keys.id, id));
  const [rows] = await withLog(logEvent(env, event, now, isUsable), (log) =>
    openDatabase(env.DB).batch([found, ...log, update]),
  );
  if (rows.length === 0) throw new Refusal('KEY_NOT_FOUND');
  await pushKey(env, id);
}

/** The most Durable Objects that are read for one page. No plan has more active keys by default. */
const MAX_KEYS_READ = 20;

type Named = { readonly id: string };

export type Used<One extends Named> = One & {
  /** Null if the Durable Object was not read, or did not respond. */
  readonly use: KeyUse | null;
};
export type UsedKey = Used<Key>;

/**
 * Returns all keys in the same order, the first MAX_KEYS_READ of them with their use. Faults are logged, not thrown.
 */
export const withKeyUse = <One extends Named>(env: Env, keys: readonly One[]): Promise<Used<One>[]> =>
  Promise.all(
    keys.map(async (key, index) => ({ ...key, use: index < MAX_KEYS_READ ? await readKeyUse(env, key.id) : null })),
  );

/** Reads the use of one key from its Durable Object. A failed read is logged, and returns null. */
export async function readKeyUse(env: Env, keyId: string): Promise<KeyUse | null> {
  try {
    return await callObject(
      () => objectNamed(env, env.KEYS, keyId),
      async (keyObject) => await keyObject.use(keyId),
      { repeatable: true },
    );
  } catch (error) {
    logFault(error, { doing: 'read use', key: keyId });
    return null;
  }
}

export type NamedKey = { readonly id: string; readonly name: string };

/** The statement whose rows are the active keys, newest first. The literal lets SQLite use the partial index. */
export const activeKeyNames = (accountId: string): SQL =>
  sql`SELECT ${keys.id}, ${keys.name} FROM ${keys} WHERE ${keys.accountId} = ${accountId} AND ${keys.status} = 'active'
    ORDER BY ${keys.createdAt} DESC, ${keys.id} DESC`;
