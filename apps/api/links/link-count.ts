/** Counts the links of an account, up to a limit. */
import { eq } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';

export type LinkCount = {
  readonly count: number;
  /** Whether there are more than `count`. */
  readonly isMore: boolean;
};

/** An account may have millions of links; a page of the console does not read them all. */
const COUNTED = 10_000;

export async function countLinks(env: Env, accountId: string): Promise<LinkCount> {
  const db = databaseOf(env.DB);
  const ofAccount = db.select({ code: links.code }).from(links).where(eq(links.accountId, accountId));
  const n = await db.$count(ofAccount.limit(COUNTED + 1).as('counted'));
  return { count: Math.min(n, COUNTED), isMore: n > COUNTED };
}
