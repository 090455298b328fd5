/** The operator's one-time sign-in links (specification 13.9; docs/adr/0014). */
import { accountOf } from '#api/accounts/accounts';
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import { digestOf } from '#secrets/digest';
import { type MintedToken, mintToken } from './token';

const LINK_LASTS_MS = 15 * 60_000;

export type SignInLink = MintedToken & { readonly expiresAt: number };

/** Makes a link that signs in to an account once. @throws Refusal ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED */
export async function createSignInLink(env: Env, accountId: string, now: number): Promise<SignInLink> {
  const account = await accountOf(env, accountId);
  if (account.suspended) throw new Refusal('ACCOUNT_CLOSED');
  const token = await mintToken();
  const expiresAt = now + LINK_LASTS_MS;
  await env.DB.prepare('INSERT INTO sign_in_links (digest, account_id, expires_at) VALUES (?1, ?2, ?3)')
    .bind(token.digest, accountId, expiresAt)
    .run();
  return { ...token, expiresAt };
}

/** Spends a link, and returns whose it was; null for one that is unknown, over or spent. Deleting decides who was first. */
export async function spendSignInLink(env: Env, token: string, now: number): Promise<string | null> {
  const spent = await env.DB.prepare(
    'DELETE FROM sign_in_links WHERE digest = ?1 AND expires_at > ?2 RETURNING account_id',
  )
    .bind(await digestOf(token), now)
    .first<{ account_id: string }>();
  return spent?.account_id ?? null;
}
