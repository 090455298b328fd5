/**
 * The columns that announce a put to KV (docs/design/publishing-to-kv.md). A statement that changes a published row
 * sets these columns in the same write.
 */
import { type SQL, sql } from 'drizzle-orm';
import { PUT_SETTLES_MS } from '#store/publish';
import type { denylist, links } from './schema';
import { oneMore } from './statements';

type Published = typeof links | typeof denylist;

/**
 * Announces a put that begins at `now`. From `quietAt` on no earlier put can take effect. `putAt` never moves back, and
 * so neither does `quietAt`. `ANNOUNCE` in store/publish.ts sets the same values in plain SQL.
 */
export const announced = ({ putAt }: Published, now: number | SQL): { dirty: true; quietAt: SQL; putAt: SQL } => ({
  dirty: true,
  quietAt: sql`${putAt} + ${PUT_SETTLES_MS}`,
  putAt: sql`max(${putAt}, ${now})`,
});

/** Raises the version of a row, and announces its put. */
export const newVersion = (table: Published, now: number) => ({
  version: oneMore(table.version),
  ...announced(table, now),
});
