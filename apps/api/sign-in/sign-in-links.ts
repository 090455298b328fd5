/**
 * One-time sign-in links, which the operator gives to developers (specification 13.9;
 * docs/design/console-and-forms.md).
 */
import { and, eq, gt } from 'drizzle-orm';
import { findAccount } from '#api/accounts/accounts';
import { openDatabase } from '#api/database/database';
import { accounts, signInLinks } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import { hashText } from '#secrets/digest';
import { isActiveAccount, isToken, type MintedToken, mintToken } from './sessions';

const LINK_LASTS_MS = 15 * 60_000;

type SignInLink = MintedToken & { readonly expiresAt: number };

/**
 * Makes a link that signs in to an account once, within 15 minutes.
 * @throws Refusal ACCOUNT_NOT_FOUND, ACCOUNT_CLOSED
 */
export async function createSignInLink(env: Env, accountId: string, now: number): Promise<SignInLink> {
  const account = await findAccount(env, accountId);
  if (account.suspended) throw new Refusal('ACCOUNT_CLOSED');
  const token = await mintToken();
  const expiresAt = now + LINK_LASTS_MS;
  await openDatabase(env.DB).insert(signInLinks).values({ digest: token.digest, accountId, expiresAt });
  return { ...token, expiresAt };
}

/** SQL condition: the link of a token, while it can be used. */
const isUsable = async (token: string, now: number) =>
  and(eq(signInLinks.digest, await hashText(token)), gt(signInLinks.expiresAt, now));

/**
 * Reads the name of the account that a link signs in to, without spending the link.
 * @returns the name; null if the link is unknown, expired or spent, or its account is suspended or deleted
 */
export async function accountNameOfLink(env: Env, token: string, now: number): Promise<string | null> {
  if (!isToken(token)) return null;
  const found = await openDatabase(env.DB)
    .select({ name: accounts.name })
    .from(signInLinks)
    .innerJoin(accounts, eq(accounts.id, signInLinks.accountId))
    .where(and(await isUsable(token, now), isActiveAccount))
    .get();
  return found?.name ?? null;
}

/**
 * Spends a link. Of several concurrent uses only one deletes the row, and only that one gets the account's id.
 * @returns the account's id; null if the link is unknown, expired or spent
 */
export async function spendSignInLink(env: Env, token: string, now: number): Promise<string | null> {
  const [spent] = await openDatabase(env.DB)
    .delete(signInLinks)
    .where(await isUsable(token, now))
    .returning({ accountId: signInLinks.accountId });
  return spent?.accountId ?? null;
}
