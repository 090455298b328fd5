/** Passkeys in D1: several per account, each with a name. */
import type { Env } from '#api/platform/env';

export type Passkey = {
  /** The credential's id, base64url. */
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  /** COSE, base64url. */
  readonly publicKey: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly createdAt: number;
  readonly usedAt: number;
};

type Row = Omit<Passkey, 'transports'> & { readonly transports: string };

const COLUMNS = `id, account_id AS accountId, name, public_key AS publicKey, counter, transports,
  created_at AS createdAt, used_at AS usedAt`;

const passkeyOf = (row: Row): Passkey => ({ ...row, transports: JSON.parse(row.transports) as string[] });

export async function findPasskey(env: Env, id: string): Promise<Passkey | null> {
  const row = await env.DB.withSession('first-primary')
    .prepare(`SELECT ${COLUMNS} FROM passkeys WHERE id = ?1`)
    .bind(id)
    .first<Row>();
  return row && passkeyOf(row);
}

/** The passkeys of an account, oldest first. */
export async function listPasskeys(env: Env, accountId: string): Promise<Passkey[]> {
  const { results } = await env.DB.withSession('first-primary')
    .prepare(`SELECT ${COLUMNS} FROM passkeys WHERE account_id = ?1 ORDER BY created_at, id`)
    .bind(accountId)
    .all<Row>();
  return results.map(passkeyOf);
}

/** More of them than anybody has devices: what a signed-in browser can store without end has a limit. */
export const MAX_PASSKEYS = 20;

const INSERT = `INSERT INTO passkeys (id, account_id, name, public_key, counter, transports, created_at, used_at)
  SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?7
  FROM accounts WHERE accounts.id = ?2 AND deleted_at IS NULL
  AND (SELECT count(*) FROM passkeys WHERE account_id = ?2) < ${MAX_PASSKEYS} ON CONFLICT (id) DO NOTHING`;

/** The statement that keeps a new passkey. It inserts nothing where the credential is known already. */
export const insertPasskey = (env: Env, passkey: Omit<Passkey, 'createdAt' | 'usedAt'>, now: number) =>
  env.DB.prepare(INSERT).bind(
    passkey.id,
    passkey.accountId,
    passkey.name,
    passkey.publicKey,
    passkey.counter,
    JSON.stringify(passkey.transports),
    now,
  );

/**
 * Notes a use. False where the counter did not grow although the authenticator counts: then it was copied (WebAuthn
 * Level 3, section 6.1.1). Comparing and writing are one statement, so of two answers with one count only one counts.
 */
export async function notePasskeyUse(env: Env, id: string, counter: number, now: number): Promise<boolean> {
  const used = await env.DB.prepare(
    `UPDATE passkeys SET counter = ?2, used_at = ?3
     WHERE id = ?1 AND (counter < ?2 OR (counter = 0 AND ?2 = 0)) RETURNING id`,
  )
    .bind(id, counter, now)
    .first();
  return used !== null;
}

/** False where the account has no such passkey. */
export async function renamePasskey(env: Env, accountId: string, id: string, name: string): Promise<boolean> {
  const renamed = await env.DB.prepare('UPDATE passkeys SET name = ?3 WHERE id = ?1 AND account_id = ?2 RETURNING id')
    .bind(id, accountId, name)
    .first();
  return renamed !== null;
}

/** Removes a passkey, never the last one: without it nobody could come back. False where nothing was removed. */
export async function removePasskey(env: Env, accountId: string, id: string): Promise<boolean> {
  const removed = await env.DB.prepare(
    `DELETE FROM passkeys WHERE id = ?1 AND account_id = ?2
     AND (SELECT count(*) FROM passkeys WHERE account_id = ?2) > 1 RETURNING id`,
  )
    .bind(id, accountId)
    .first();
  return removed !== null;
}
