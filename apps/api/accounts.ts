/** Accounts in D1, as the operator sees them. */
import { asc, gt } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/d1';
import type { Plan } from '#domain/plans';
import { newId } from '#secrets/key-text';
import type { Env } from './env';
import type { Page } from './page';
import { accounts } from './schema';

export type Account = typeof accounts.$inferSelect;

/** What an answer shows of an account. */
export const accountRecord = ({ id, name, plan, suspended, reservedOverride, createdAt }: Account) => ({
  id,
  name,
  plan,
  suspended,
  reservedOverride,
  createdAt: new Date(createdAt).toISOString(),
});

export async function createAccount(env: Env, name: string, plan: Plan, now: number): Promise<Account> {
  const account = { id: newId(), name, plan, suspended: false, reservedOverride: false, createdAt: now };
  await drizzle(env.DB).insert(accounts).values(account);
  return account;
}

/** A page of accounts in the order of their ids. */
export function listAccounts(env: Env, { cursor, limit }: Page): Promise<Account[]> {
  return drizzle(env.DB).select().from(accounts).where(gt(accounts.id, cursor)).orderBy(asc(accounts.id)).limit(limit);
}
