/**
 * WebAuthn challenges. Each can be used once, within five minutes (WebAuthn Level 3, section 13.4.3). D1 stores only
 * its digest.
 */
import { and, eq, gt } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { challenges } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { digestOf } from '#secrets/digest';
import { mintToken } from './token';

export const CHALLENGE_LASTS_MS = 5 * 60_000;

export type Purpose = typeof challenges.$inferSelect.purpose;

/**
 * Generates a challenge for one purpose, and returns its text.
 * @param accountId empty for `sign-in`, where the account is not known yet
 */
export async function createChallenge(env: Env, purpose: Purpose, accountId: string, now: number): Promise<string> {
  const { text, digest } = await mintToken();
  const expiresAt = now + CHALLENGE_LASTS_MS;
  await databaseOf(env.DB).insert(challenges).values({ digest, purpose, accountId, expiresAt });
  return text;
}

/**
 * Spends a challenge.
 * @returns the account that the challenge was generated for; null if it is unknown, spent, expired or for another
 * purpose
 */
export async function spendChallenge(
  env: Env,
  challenge: string,
  purpose: Purpose,
  now: number,
): Promise<string | null> {
  const isSpendable = and(
    eq(challenges.digest, await digestOf(challenge)),
    eq(challenges.purpose, purpose),
    gt(challenges.expiresAt, now),
  );
  const deletion = databaseOf(env.DB).delete(challenges).where(isSpendable);
  const [spent] = await deletion.returning({ accountId: challenges.accountId });
  return spent?.accountId ?? null;
}
