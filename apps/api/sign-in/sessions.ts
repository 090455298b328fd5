/** Sessions: browsers that are signed in. D1 knows the digest of a token, the cookie the token (docs/adr/0014). */
import type { Account } from '#api/accounts/accounts';
import type { Env } from '#api/platform/env';
import { newId } from '#secrets/key-text';
import { type MintedToken, mintToken } from './token';

const DAY_MS = 86_400_000;
export const SESSION_LASTS_MS = 30 * DAY_MS;

/** How exactly a session tells when it was last seen: a write per page would cost more than it says. */
const SEEN_EVERY_MS = 3_600_000;

export type Session = {
  readonly id: string;
  readonly agent: string;
  readonly createdAt: number;
  readonly seenAt: number;
  readonly expiresAt: number;
};

const INSERT = `INSERT INTO sessions (digest, id, account_id, agent, created_at, seen_at, expires_at)
  SELECT ?1, ?2, id, ?4, ?5, ?5, ?6 FROM accounts WHERE id = ?3 AND suspended = 0 AND deleted_at IS NULL
  ON CONFLICT (digest) DO UPDATE SET seen_at = excluded.seen_at RETURNING id`;

/**
 * Begins a session and returns the token for its cookie; null where the account is suspended or deleted.
 * @param seed what the token follows from: the same once more is the same session
 */
export async function beginSession(
  env: Env,
  accountId: string,
  agent: string,
  now: number,
  seed?: string,
): Promise<MintedToken | null> {
  const token = await mintToken(seed);
  const begun = await env.DB.prepare(INSERT)
    .bind(token.digest, newId(), accountId, agent, now, now + SESSION_LASTS_MS)
    .first();
  return begun && token;
}

type Row = {
  session_id: string;
  seen_at: number;
  id: string;
  name: string;
  plan: Account['plan'];
  suspended: number;
  reserved_override: number;
  created_at: number;
};

const FIND = `SELECT s.id AS session_id, s.seen_at, a.id, a.name, a.plan, a.suspended, a.reserved_override, a.created_at
  FROM sessions s JOIN accounts a ON a.id = s.account_id
  WHERE s.digest = ?1 AND s.expires_at > ?2 AND a.suspended = 0 AND a.deleted_at IS NULL`;

export type SignedIn = { readonly account: Account; readonly sessionId: string; readonly isSeenLate: boolean };

/** Whose session a token of this digest is at `now`; null for one that is unknown, over, or of an account that may not. */
export async function findSession(env: Env, digest: string, now: number): Promise<SignedIn | null> {
  const row = await env.DB.withSession('first-primary').prepare(FIND).bind(digest, now).first<Row>();
  return row && signedIn(row, now);
}

const signedIn = (row: Row, now: number): SignedIn => ({
  sessionId: row.session_id,
  isSeenLate: now - row.seen_at >= SEEN_EVERY_MS,
  account: {
    id: row.id,
    name: row.name,
    plan: row.plan,
    suspended: row.suspended === 1,
    reservedOverride: row.reserved_override === 1,
    createdAt: row.created_at,
    deletedAt: null,
  },
});

/** Notes that a session is in use. */
export const markSeen = (env: Env, sessionId: string, now: number) =>
  env.DB.prepare('UPDATE sessions SET seen_at = ?2 WHERE id = ?1').bind(sessionId, now).run();

const LIST = `SELECT id, agent, created_at AS createdAt, seen_at AS seenAt, expires_at AS expiresAt
  FROM sessions WHERE account_id = ?1 AND expires_at > ?2 ORDER BY seen_at DESC, id LIMIT 100`;

/** The sessions of an account, the one seen last first. */
export async function listSessions(env: Env, accountId: string, now: number): Promise<Session[]> {
  return (await env.DB.prepare(LIST).bind(accountId, now).all<Session>()).results;
}

/** Ends one session of an account; false where it has no such session. */
export async function endSession(env: Env, accountId: string, sessionId: string): Promise<boolean> {
  const ended = await env.DB.prepare('DELETE FROM sessions WHERE id = ?1 AND account_id = ?2 RETURNING id')
    .bind(sessionId, accountId)
    .first();
  return ended !== null;
}

/** Ends every session of an account but one. */
export const endOtherSessions = (env: Env, accountId: string, sessionId: string) =>
  env.DB.prepare('DELETE FROM sessions WHERE account_id = ?1 AND id <> ?2').bind(accountId, sessionId).run();
