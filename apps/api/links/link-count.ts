/** How many links an account has, as far as it is worth counting for a page. */
import type { Env } from '#api/platform/env';
import { databaseFor } from '#store/database';

export type LinkCount = { readonly count: number /** There are more than were counted. */; readonly isMore: boolean };

/** An account may have millions; a page does not read them all. */
const COUNTED = 10_000;

export async function countLinks(env: Env, accountId: string): Promise<LinkCount> {
  const row = await databaseFor(env, '')
    .prepare(`SELECT count(*) AS n FROM (SELECT 1 FROM links WHERE account_id = ?1 LIMIT ${COUNTED + 1})`)
    .bind(accountId)
    .first<{ n: number }>();
  const n = row?.n ?? 0;
  return { count: Math.min(n, COUNTED), isMore: n > COUNTED };
}
