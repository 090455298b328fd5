/** Counts the links of an account, up to a limit. */
import { eq } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';

export type LinkCount = {
  readonly count: number;
  /** Whether the account has more links than `count`. */
  readonly isMore: boolean;
};

/** The most links that are counted. An account may have millions, which a page of the console must not read. */
const MAX_COUNTED = 10_000;

export async function countLinks(env: Env, accountId: string): Promise<LinkCount> {
  const db = databaseOf(env.DB);
  const ofAccount = db.select({ code: links.code }).from(links).where(eq(links.accountId, accountId));
  const n = await db.$count(ofAccount.limit(MAX_COUNTED + 1).as('counted'));
  return { count: Math.min(n, MAX_COUNTED), isMore: n > MAX_COUNTED };
}
