/** Forgetting what is over: sessions, sign-in links, challenges. */
import type { Env } from '#api/platform/env';

const TABLES = ['sessions', 'sign_in_links', 'challenges'] as const;

/** By their indexes of ends: a minute without anything to forget is three look-ups that find nothing. */
export async function purgeConsole(env: Env, now: number): Promise<void> {
  await env.DB.batch(TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table} WHERE expires_at <= ?1`).bind(now)));
}
