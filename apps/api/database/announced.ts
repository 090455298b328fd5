/** What a change of something published sets, beside the change itself. */
import { type SQL, sql } from 'drizzle-orm';
import { PUT_SETTLES_MS } from '#store/publish';
import type { denylist, links } from './schema';
import { oneMore } from './statements';

type Published = typeof links | typeof denylist;

/** Announces the put that is to follow. Neither moment goes back. What the redirect worker sets is the same (store/publish.ts). */
export const announced = (
  { putAt, quietAt }: Published,
  now: number | SQL,
): { dirty: true; quietAt: SQL; putAt: SQL } => ({
  dirty: true,
  quietAt: sql`max(${quietAt}, ${putAt} + ${PUT_SETTLES_MS})`,
  putAt: sql`max(${putAt}, ${now})`,
});

/** The same of a new version. */
export const newVersion = (table: Published, now: number) => ({
  version: oneMore(table.version),
  ...announced(table, now),
});
