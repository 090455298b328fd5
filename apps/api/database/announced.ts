/** The columns that announce a put: every change of a published row sets them too (docs/adr/0003). */
import { type SQL, sql } from 'drizzle-orm';
import { PUT_SETTLES_MS } from '#store/publish';
import type { denylist, links } from './schema';
import { oneMore } from './statements';

type Published = typeof links | typeof denylist;

/** Announces the next put. Neither time is ever moved back. `ANNOUNCE` of store/publish.ts is the same in SQL. */
export const announced = (
  { putAt, quietAt }: Published,
  now: number | SQL,
): { dirty: true; quietAt: SQL; putAt: SQL } => ({
  dirty: true,
  quietAt: sql`max(${quietAt}, ${putAt} + ${PUT_SETTLES_MS})`,
  putAt: sql`max(${putAt}, ${now})`,
});

/** Raises the version of a row, and announces its put. */
export const newVersion = (table: Published, now: number) => ({
  version: oneMore(table.version),
  ...announced(table, now),
});
