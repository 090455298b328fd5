/** Passkeys in D1: several per account, each with a name. */
import { and, eq, gt, lt, or, type SQL, sql } from 'drizzle-orm';
import { databaseOf, primaryOf } from '#api/database/database';
import { accounts, passkeys } from '#api/database/schema';
import { rowWhere } from '#api/database/statements';
import type { Env } from '#api/platform/env';

/** `id` is the credential's, and `publicKey` COSE: both in base64url. */
export type Passkey = typeof passkeys.$inferSelect;

export async function findPasskey(env: Env, id: string): Promise<Passkey | null> {
  return (await primaryOf(env.DB).select().from(passkeys).where(eq(passkeys.id, id)).get()) ?? null;
}

/** The passkeys of an account, oldest first. */
export const listPasskeys = (env: Env, accountId: string): Promise<Passkey[]> =>
  primaryOf(env.DB)
    .select()
    .from(passkeys)
    .where(eq(passkeys.accountId, accountId))
    .orderBy(passkeys.createdAt, passkeys.id);

/** A passkey that is yet to be kept. */
export type NewPasskey = Omit<Passkey, 'createdAt' | 'usedAt'>;

/** More of them than anybody has devices: what a signed-in browser can store without end has a limit. */
export const MAX_PASSKEYS = 20;

const passkeysOf = (accountId: string): SQL =>
  sql`(SELECT count(*) FROM ${passkeys} WHERE ${passkeys.accountId} = ${accountId})`;

/** The statement that keeps a new passkey. It inserts nothing where the credential is known already. */
export const insertPasskey = (env: Env, passkey: NewPasskey, now: number) =>
  databaseOf(env.DB)
    .insert(passkeys)
    .select(
      rowWhere(
        passkeys,
        { ...passkey, createdAt: now, usedAt: now },
        sql`FROM ${accounts} WHERE ${accounts.id} = ${passkey.accountId} AND ${accounts.deletedAt} IS NULL
          AND ${passkeysOf(passkey.accountId)} < ${MAX_PASSKEYS}`,
      ),
    )
    .onConflictDoNothing({ target: passkeys.id });

/**
 * Notes a use. False where the counter did not grow although the authenticator counts: then it was copied (WebAuthn
 * Level 3, section 6.1.1). Comparing and writing are one statement, so of two answers with one count only one counts.
 */
export async function notePasskeyUse(env: Env, id: string, counter: number, now: number): Promise<boolean> {
  const countsNot = counter === 0 ? eq(passkeys.counter, 0) : undefined;
  const used = await databaseOf(env.DB)
    .update(passkeys)
    .set({ counter, usedAt: now })
    .where(and(eq(passkeys.id, id), or(lt(passkeys.counter, counter), countsNot)))
    .returning({ id: passkeys.id });
  return used.length > 0;
}

const own = (accountId: string, id: string) => and(eq(passkeys.id, id), eq(passkeys.accountId, accountId));

/** False where the account has no such passkey. */
export async function renamePasskey(env: Env, accountId: string, id: string, name: string): Promise<boolean> {
  const renaming = databaseOf(env.DB).update(passkeys).set({ name }).where(own(accountId, id));
  return (await renaming.returning({ id: passkeys.id })).length > 0;
}

/** Removes a passkey, never the last one: without it nobody could come back. False where nothing was removed. */
export async function removePasskey(env: Env, accountId: string, id: string): Promise<boolean> {
  const isNotLast = gt(passkeysOf(accountId), 1);
  const removing = databaseOf(env.DB)
    .delete(passkeys)
    .where(and(own(accountId, id), isNotLast));
  return (await removing.returning({ id: passkeys.id })).length > 0;
}
