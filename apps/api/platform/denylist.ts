/**
 * Publishes the denylist, and compares it in KV with that of D1. Its puts are announced, as those of edge entries are
 * (packages/store/publish.ts).
 */
import { and, eq, lte } from 'drizzle-orm';
import { announced, newVersion, openDatabase } from '#api/database/database';
import { denylist } from '#api/database/schema';
import { DENYLIST_KEY, type Denylist, decodeDenylist, encodeDenylist } from '#domain/denylist';
import { readDenylist } from '#store/denylist';
import type { Env } from './env';

/** Returns the statement that announces a put. The batch of every change of the denylist must contain it. */
export const announceDenylist = (env: Env, now: number) =>
  openDatabase(env.DB).update(denylist).set(newVersion(denylist, now));

/** Puts the denylist into KV after an announcement. It clears the dirty mark if no other put can still be under way. */
export async function publishDenylist(env: Env, now: number): Promise<void> {
  const db = openDatabase(env.DB);
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
  const due = await openDatabase(env.DB)
    .update(denylist)
    .set(announced(denylist, now))
    .where(stored === null ? undefined : eq(denylist.dirty, true))
    .returning({ version: denylist.version });
  if (due.length > 0) await publishDenylist(env, now);
}

const areSame = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((name) => other.has(name));

const isSame = (one: Denylist, other: Denylist): boolean =>
  areSame(one.accounts, other.accounts) && areSame(one.hosts, other.hosts);

/** Returns what KV has: the same list as D1, another one, or none. */
export async function compareDenylist(env: Env): Promise<'same' | 'outdated' | 'missing'> {
  const [text, wanted] = await Promise.all([env.ROUTES.get(DENYLIST_KEY), readDenylist(env.DB)]);
  if (text === null) return 'missing';
  const stored = decodeDenylist(text);
  return stored !== null && isSame(stored, wanted) ? 'same' : 'outdated';
}
