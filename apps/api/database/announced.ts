/** The columns that every change of a published row sets, besides the change itself (docs/adr/0003). */
import { type SQL, sql } from 'drizzle-orm';
import { PUT_SETTLES_MS } from '#store/publish';
import type { denylist, links } from './schema';
import { oneMore } from './statements';

type Published = typeof links | typeof denylist;

/** Announces the put that follows. Neither moment goes back. `ANNOUNCE` of store/publish.ts is the same in SQL. */
export const announced = (
  { putAt, quietAt }: Published,
  now: number | SQL,
): { dirty: true; quietAt: SQL; putAt: SQL } => ({
  dirty: true,
  quietAt: sql`max(${quietAt}, ${putAt} + ${PUT_SETTLES_MS})`,
  putAt: sql`max(${putAt}, ${now})`,
});

/** Announces the put of a new version. */
export const newVersion = (table: Published, now: number) => ({
  version: oneMore(table.version),
  ...announced(table, now),
});
