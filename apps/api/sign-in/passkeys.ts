/**
 * Passkeys in D1. An account has up to 20, each with a name. Signing up makes an account with its first one
 * (specification 14.2).
 */
import { and, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import { insertAccount, newAccount } from '#api/accounts/accounts';
import { openDatabase, openPrimary, rowWhere } from '#api/database/database';
import { logEvent, withLog } from '#api/database/events';
import { accounts, passkeys } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { Actor } from '#domain/account-events';

/** `id` is the credential's id, and `publicKey` its COSE key, both in base64url. */
export type Passkey = typeof passkeys.$inferSelect;

export async function findPasskey(env: Env, id: string): Promise<Passkey | null> {
  return (await openPrimary(env.DB).select().from(passkeys).where(eq(passkeys.id, id)).get()) ?? null;
}

/** The passkeys of an account, oldest first. */
export const listPasskeys = (env: Env, accountId: string): Promise<Passkey[]> =>
  openPrimary(env.DB)
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(passkeys.createdAt, passkeys.id);

/** A passkey that is not stored yet. */
type NewPasskey = Omit<Passkey, 'createdAt' | 'usedAt'>;

/** The most passkeys of an account (specification 14.2). Without a cap a signed-in browser could fill the table. */
export const MAX_PASSKEYS = 20;

const passkeyCount = (accountId: string): SQL =>
  sql`(SELECT count(*) FROM ${passkeys} WHERE ${passkeys.accountId} = ${accountId})`;

/**
 * The statement that inserts a new passkey. It inserts nothing where the credential is stored already, where the
 * account is deleted, or where the account has MAX_PASSKEYS.
 */
export const insertPasskey = (env: Env, passkey: NewPasskey, now: number) =>
  openDatabase(env.DB)
    .insert(passkeys)
    .select(
      rowWhere(
        passkeys,
        { ...passkey, createdAt: now, usedAt: now },
        sql`FROM ${accounts} WHERE ${accounts.id} = ${passkey.accountId} AND ${accounts.deletedAt} IS NULL
          AND ${passkeyCount(passkey.accountId)} < ${MAX_PASSKEYS}`,
      ),
    )
    .onConflictDoNothing({ target: passkeys.id });

/**
 * Stores the signature counter that a sign-in sent; 0 if the authenticator has no counter. Returns false where the
 * counter did not grow, because the passkey may be a copy (WebAuthn Level 3, section 6.1.1). One statement checks and
 * writes. Of two concurrent sign-ins with the same counter above 0, only one therefore succeeds.
 */
export async function recordPasskeyUse(env: Env, id: string, counter: number, now: number): Promise<boolean> {
  const hasNoCounter = counter === 0 ? eq(passkeys.counter, 0) : undefined;
  const used = await openDatabase(env.DB)
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), hasNoCounter)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

/** Adds a passkey to an account. @returns whether it was inserted, as `insertPasskey` says */
export async function addPasskey(env: Env, passkey: NewPasskey, by: Actor, now: number): Promise<boolean> {
  const { accountId, id, name } = passkey;
  const event = { accountId, kind: 'passkey.added', actor: by, subject: id, name } as const;
  const insert = insertPasskey(env, passkey, now).returning({ id: passkeys.id });
  const [added] = await withLog(logEvent(env, event, now), (log) => openDatabase(env.DB).batch([insert, ...log]));
  return added.length > 0;
}

const ownPasskey = (accountId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));

/** Renames a passkey. @returns false where the account has no such passkey */
export async function renamePasskey(env: Env, accountId: string, id: string, name: string): Promise<boolean> {
  const renaming = openDatabase(env.DB).update(passkeys).set({ name }).where(ownPasskey(accountId, id));
  return (await renaming.returning({ id: passkeys.id })).length > 0;
}

/**
 * Removes a passkey, unless it is the last one of its account. Without a passkey the owner could not sign in.
 * @returns whether it was removed
 */
export async function removePasskey(env: Env, accountId: string, id: string, by: Actor, now: number): Promise<boolean> {
  const isRemovable = and(ownPasskey(accountId, id), gt(passkeyCount(accountId), 1)) as SQL;
  const event = { accountId, kind: 'passkey.removed', actor: by, subject: id, name: sql`${passkeys.name}` } as const;
  const db = openDatabase(env.DB);
  const found = db.select({ id: passkeys.id }).from(passkeys).where(isRemovable);
  const removal = db.delete(passkeys).where(isRemovable);
  const [removed] = await withLog(logEvent(env, event, now, sql`FROM ${passkeys} WHERE ${isRemovable}`), (log) =>
    db.batch([found, ...log, removal]),
  );
  return removed.length > 0;
}

/** The statement that has a row if the account has a passkey. */
export const anyPasskey = (accountId: string): SQL =>
  sql`SELECT 1 FROM ${passkeys} WHERE ${passkeys.accountId} = ${accountId} LIMIT 1`;

/** Stores an account on FREE and its passkey in one batch. The account gets the id for which the passkey was made. */
export async function signUp(env: Env, name: string, passkey: NewPasskey, now: number): Promise<void> {
  const account = { ...newAccount(name, 'FREE', now), id: passkey.accountId };
  const event = {
    accountId: account.id,
    kind: 'account.registered',
    actor: { kind: 'owner' },
    name: passkey.name,
  } as const;
  await withLog(logEvent(env, event, now), (log) =>
    openDatabase(env.DB).batch([insertAccount(env, account), insertPasskey(env, passkey, now), ...log]),
  );
}
