/** Sessions of the console. The cookie holds the session's token, and D1 only its digest (docs/adr/0014). */
import { and, desc, eq, gt, isNull, ne, sql } from 'drizzle-orm';
import type { Account } from '#api/accounts/accounts';
import { databaseOf, primaryOf } from '#api/database/database';
import { accounts, sessions } from '#api/database/schema';
import { nameOf, rowWhere } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import { newId } from '#secrets/key-text';
import { type MintedToken, mintToken } from './token';

const DAY_MS = 86_400_000;
export const SESSION_LASTS_MS = 30 * DAY_MS;

/** The age at which `seenAt` is written again. Writing it for every page would cost a write of D1 each time. */
const SEEN_EVERY_MS = 3_600_000;

export type Session = {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
};

/** SQL condition: the account is neither suspended nor deleted. */
export const isActiveAccount = and(eq(accounts.suspended, false), isNull(accounts.deletedAt));

/**
 * Begins a session and returns the token for its cookie; null where the account is suspended or deleted.
 * @param agent the name of the browser that the list of sessions shows
 * @param seed the token is derived from it, so a repetition with the same seed begins no second session
 */
export async function beginSession(
  env: Env,
  accountId: string,
  agent: string,
  now: number,
  seed?: string,
): Promise<MintedToken | null> {
  const token = await mintToken(seed);
  const row = { digest: token.digest, id: newId(), accountId, agent, createdAt: now, seenAt: now };
  const inserted = await databaseOf(env.DB)
    .insert(sessions)
    .select(
      rowWhere(
        sessions,
        { ...row, expiresAt: now + SESSION_LASTS_MS },
        sql`FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${isActiveAccount}`,
      ),
    )
    .onConflictDoUpdate({ target: sessions.digest, set: { seenAt: sql`excluded.${nameOf(sessions.seenAt)}` } })
    .returning({ id: sessions.id });
  return inserted.length > 0 ? token : null;
}

export type SignedIn = { readonly account: Account; readonly sessionId: string; readonly isSeenAtStale: boolean };

/**
 * Reads the session whose token has this digest. Null if it is unknown or expired, or its account is suspended or
 * deleted.
 */
export async function findSession(env: Env, digest: string, now: number): Promise<SignedIn | null> {
  const found = await primaryOf(env.DB)
    // D1 returns a row as an object, in which two columns named `id` would become one. So one has an alias.
    .select({ sessionId: sql<string>`${sessions.id}`.as('session_id'), seenAt: sessions.seenAt, account: accounts })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.digest, digest), gt(sessions.expiresAt, now), isActiveAccount))
    .get();
  if (found === undefined) return null;
  const { sessionId, seenAt, account } = found;
  return { sessionId, isSeenAtStale: now - seenAt >= SEEN_EVERY_MS, account };
}

/** Stores `now` as the time when a session was last seen. */
export const markSeen = (env: Env, sessionId: string, now: number) =>
  databaseOf(env.DB).update(sessions).set({ seenAt: now }).where(eq(sessions.id, sessionId)).run();

const SESSIONS_SHOWN = 100;

/** The sessions of an account that have not expired, the last seen first, and at most SESSIONS_SHOWN. */
export const listSessions = (env: Env, accountId: string, now: number): Promise<Session[]> =>
  databaseOf(env.DB)
    .select({
      id: sessions.id,
      agent: sessions.agent,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.seenAt), sessions.id)
    .limit(SESSIONS_SHOWN);

/** Ends one session of an account. @returns false where the account has no such session */
export async function endSession(env: Env, accountId: string, sessionId: string): Promise<boolean> {
  const ended = await databaseOf(env.DB)
    .delete(sessions)
    .where(and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)))
    .returning({ id: sessions.id });
  return ended.length > 0;
}

/** Ends every session of an account except `sessionId`. */
export const endOtherSessions = (env: Env, accountId: string, sessionId: string) =>
  databaseOf(env.DB)
    .delete(sessions)
    .where(and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId)))
    .run();
