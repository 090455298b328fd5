/**
 * Sessions of the console, and their tokens: random texts, of which D1 holds only the digest. The cookie holds the text
 * (docs/design/console-and-forms.md). Sign-in links and challenges have such tokens too.
 */

import { and, desc, eq, gt, isNull, lte, ne, type SQL, sql } from 'drizzle-orm';
import type { Account } from '#api/accounts/accounts';
import { columnName, openDatabase, openPrimary, rowWhere } from '#api/database/database';
import { logEvent, withLog } from '#api/database/events';
import { accounts, challenges, sessions, signInLinks, upgradeRequests } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { Actor, SessionDetail } from '#domain/account-events';
import { knownCountry } from '#domain/countries';
import { hashText, toBase64url } from '#secrets/digest';
import { newId } from '#secrets/key-text';

const TOKEN_BYTES = 32;

export type MintedToken = {
  /** 43 characters of base64url. They are issued once, and never stored. */
  readonly text: string;
  readonly digest: string;
};

/** Whether a text has the pattern of a token. Any other text needs no lookup. */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text);

/**
 * Makes a token.
 * @param seed a secret that the token is derived from; without it the token is random
 */
export async function mintToken(seed?: string): Promise<MintedToken> {
  const text =
    seed === undefined
      ? toBase64url(crypto.getRandomValues(new Uint8Array(TOKEN_BYTES)))
      : await hashText(`token\n${seed}`);
  return { text, digest: await hashText(text) };
}

const DAY_MS = 86_400_000;
export const SESSION_LASTS_MS = 30 * DAY_MS;

/** The age at which `seenAt` is written again. Writing it for every page would cost a write of D1 each time. */
const SEEN_EVERY_MS = 3_600_000;

export type Session = {
  readonly id: string;
  readonly agent: string;
  /** The country of the sign-in, like `DE`; null where it is unknown. */
  readonly country: string | null;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
};

/** SQL condition: the account is neither suspended nor deleted. */
export const isActiveAccount = and(eq(accounts.suspended, false), isNull(accounts.deletedAt));

/** How an owner signs in. */
export type SignInWay = 'passkey' | 'link';

/**
 * Begins a session and returns the token for its cookie; null where the account is suspended or deleted.
 * @param browser its name, which the list of sessions shows, and the country that Cloudflare names
 * @param by how the owner signs in
 * @param seed the token is derived from it, so a repetition with the same seed begins no second session
 */
export async function beginSession(
  env: Env,
  accountId: string,
  { agent, country = null }: { readonly agent: string; readonly country?: string | null },
  by: SignInWay,
  now: number,
  seed?: string,
): Promise<MintedToken | null> {
  const token = await mintToken(seed);
  const id = newId();
  const row = {
    digest: token.digest,
    id,
    accountId,
    agent,
    country: country && knownCountry(country),
    createdAt: now,
    seenAt: now,
  };
  const insert = openDatabase(env.DB)
    .insert(sessions)
    .select(
      rowWhere(
        sessions,
        { ...row, expiresAt: now + SESSION_LASTS_MS },
        sql`FROM ${accounts} WHERE ${accounts.id} = ${accountId} AND ${isActiveAccount}`,
      ),
    )
    .onConflictDoUpdate({ target: sessions.digest, set: { seenAt: sql`excluded.${columnName(sessions.seenAt)}` } })
    .returning({ id: sessions.id });
  const actor = { kind: 'owner', id, name: agent } as const;
  const place: SessionDetail | null = row.country ? { country: row.country } : null;
  const detail = place ? JSON.stringify(place) : undefined;
  const event = { accountId, kind: `session.begun.${by}`, actor, subject: id, name: agent, detail } as const;
  const isNew = sql`FROM ${sessions} WHERE ${sessions.digest} = ${token.digest} AND ${sessions.id} = ${id}`;
  const [begun] = await withLog(logEvent(env, event, now, isNew), (log) =>
    openDatabase(env.DB).batch([insert, ...log]),
  );
  return begun.length > 0 ? token : null;
}

export type SignedIn = {
  readonly account: Account;
  readonly sessionId: string;
  readonly isSeenAtStale: boolean;
  /** When the operator last answered a request of the account for a plan, epoch milliseconds; null if never. */
  readonly answeredAt: number | null;
};

const lastDecision = sql<
  number | null
>`(SELECT max(${upgradeRequests.answeredAt}) FROM ${upgradeRequests} WHERE ${upgradeRequests.accountId} = ${accounts.id})`;

/**
 * Reads the session whose token has this digest. Null if it is unknown or expired, or its account is suspended or
 * deleted.
 */
export async function findSession(env: Env, digest: string, now: number): Promise<SignedIn | null> {
  const found = await openPrimary(env.DB)
    // D1 returns a row as an object, in which two columns named `id` would become one. So one has an alias.
    .select({
      sessionId: sql<string>`${sessions.id}`.as('session_id'),
      seenAt: sessions.seenAt,
      answeredAt: lastDecision.as('last_answer'),
      account: accounts,
    })
    .from(sessions)
    .innerJoin(accounts, eq(accounts.id, sessions.accountId))
    .where(and(eq(sessions.digest, digest), gt(sessions.expiresAt, now), isActiveAccount))
    .get();
  if (found === undefined) return null;
  const { seenAt, ...same } = found;
  return { ...same, isSeenAtStale: now - seenAt >= SEEN_EVERY_MS };
}

/** Stores `now` as the time when a session was last seen. */
export const markSeen = (env: Env, sessionId: string, now: number) =>
  openDatabase(env.DB).update(sessions).set({ seenAt: now }).where(eq(sessions.id, sessionId)).run();

const SESSIONS_SHOWN = 100;

/** The sessions of an account that have not expired, the last seen first, and at most SESSIONS_SHOWN. */
export const listSessions = (env: Env, accountId: string, now: number): Promise<Session[]> =>
  openDatabase(env.DB)
    .select({
      id: sessions.id,
      agent: sessions.agent,
      country: sessions.country,
      createdAt: sessions.createdAt,
      seenAt: sessions.seenAt,
      expiresAt: sessions.expiresAt,
    })
    .from(sessions)
    .where(and(eq(sessions.accountId, accountId), gt(sessions.expiresAt, now)))
    .orderBy(desc(sessions.seenAt), sessions.id)
    .limit(SESSIONS_SHOWN);

/** Ends one session of an account. @returns false where the account has no such session */
export async function endSession(
  env: Env,
  accountId: string,
  sessionId: string,
  by: Actor,
  now: number,
): Promise<boolean> {
  const isMeant = and(eq(sessions.id, sessionId), eq(sessions.accountId, accountId)) as SQL;
  const [ended] = await endWhere(env, accountId, isMeant, by, now);
  return ended.length > 0;
}

/** Ends every session of an account except `sessionId`. */
export const endOtherSessions = (env: Env, accountId: string, sessionId: string, by: Actor, now: number) =>
  endWhere(env, accountId, and(eq(sessions.accountId, accountId), ne(sessions.id, sessionId)) as SQL, by, now);

/** Ends the sessions that satisfy a condition. @returns first their ids */
function endWhere(env: Env, accountId: string, isMeant: SQL, by: Actor, now: number) {
  const { id: subject, agent: name } = sessions;
  const event = { accountId, kind: 'session.ended', actor: by, subject: sql`${subject}`, name: sql`${name}` } as const;
  const db = openDatabase(env.DB);
  const found = db.select({ id: subject }).from(sessions).where(isMeant);
  const deletion = db.delete(sessions).where(isMeant);
  return withLog(logEvent(env, event, now, sql`FROM ${sessions} WHERE ${isMeant}`), (log) =>
    db.batch([found, ...log, deletion]),
  );
}

/**
 * Deletes the rows that have expired by `now`. Each table has an index on `expires_at`, so a run without expired rows
 * reads no row.
 */
export async function purgeConsole(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB);
  await db.batch([
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(signInLinks).where(lte(signInLinks.expiresAt, now)),
    db.delete(challenges).where(lte(challenges.expiresAt, now)),
  ]);
}
