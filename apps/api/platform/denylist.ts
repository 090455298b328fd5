/** Publishes the denylist. Its puts are announced, as those of edge entries are (packages/store/publish.ts). */
import { and, eq, lte } from 'drizzle-orm';
import { announced, newVersion } from '#api/database/announced';
import { databaseOf } from '#api/database/database';
import { denylist } from '#api/database/schema';
import { DENYLIST_KEY, encodeDenylist } from '#domain/denylist';
import { readDenylist } from '#store/denylist';
import type { Env } from './env';

/** Returns the statement that announces a put. The batch of every change of the denylist must contain it. */
export const announceDenylist = (env: Env, now: number) =>
  databaseOf(env.DB).update(denylist).set(newVersion(denylist, now));

/** Puts the denylist into KV after an announcement. It clears the dirty mark if no other put can still be under way. */
export async function publishDenylist(env: Env, now: number): Promise<void> {
  const db = databaseOf(env.DB);
  const announcement = await db.select({ version: denylist.version }).from(denylist).get();
  await env.ROUTES.put(DENYLIST_KEY, encodeDenylist(await readDenylist(env.DB)));
  const isQuiet = and(
    eq(denylist.version, announcement?.version ?? 0),
    lte(denylist.quietAt, now),
    eq(denylist.dirty, true),
  );
  await db.update(denylist).set({ dirty: false }).where(isQuiet);
}

/**
 * Publishes the denylist again if it is dirty or if KV lacks it. A dirty denylist may have lost a put. KV lacks the
 * denylist before its first publication, and after KV was emptied.
 */
export async function republishDenylist(env: Env, now: number): Promise<void> {
  const stored = await env.ROUTES.get(DENYLIST_KEY).catch(() => undefined);
  const due = await databaseOf(env.DB)
    .update(denylist)
    .set(announced(denylist, now))
    .where(stored === null ? undefined : eq(denylist.dirty, true))
    .returning({ version: denylist.version });
  if (due.length > 0) await publishDenylist(env, now);
}
