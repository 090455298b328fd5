/** WebAuthn challenges: single use, five minutes (WebAuthn Level 3, section 13.4.3). Only their digest is stored. */
import type { Env } from '#api/platform/env';
import { digestOf } from '#secrets/digest';
import { mintToken } from './token';

export const CHALLENGE_LASTS_MS = 5 * 60_000;

export type Purpose = 'sign-in' | 'sign-up' | 'passkey';

/** Draws a challenge for one purpose, of an account where it is known, and returns its text. */
export async function createChallenge(env: Env, purpose: Purpose, accountId: string, now: number): Promise<string> {
  const { text, digest } = await mintToken();
  await env.DB.prepare('INSERT INTO challenges (digest, purpose, account_id, expires_at) VALUES (?1, ?2, ?3, ?4)')
    .bind(digest, purpose, accountId, now + CHALLENGE_LASTS_MS)
    .run();
  return text;
}

const SPEND = 'DELETE FROM challenges WHERE digest = ?1 AND purpose = ?2 AND expires_at > ?3 RETURNING account_id';

/** Spends a challenge, once, for its own purpose, in time: returns the account it was drawn for, else null. */
export async function spendChallenge(
  env: Env,
  challenge: string,
  purpose: Purpose,
  now: number,
): Promise<string | null> {
  const spent = await env.DB.prepare(SPEND)
    .bind(await digestOf(challenge), purpose, now)
    .first<{ account_id: string }>();
  return spent?.account_id ?? null;
}
