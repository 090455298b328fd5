/** The mark of a restore that has begun and not ended: a row of `settings` that is no setting. */
import { and, eq, sql } from 'drizzle-orm';
import { databaseOf, primaryOf } from '#api/database/database';
import { settings } from '#api/database/schema';
import type { Env } from './env';

/** The name of the row. No backup contains it. */
export const MARKER = 'restoring';

export type Marker = {
  /** The id of the backup. */
  readonly id: string;
  /** When the restore began, epoch milliseconds. Versions of links are raised by it, so it never changes. */
  readonly at: number;
  /** When its last page was written; missing before the first one. */
  readonly pageAt?: number;
};

export const markerIn = (value: string): Marker => JSON.parse(value) as Marker;

/** How long no page has come. */
export const idleMs = ({ at, pageAt = at }: Marker, now: number): number => Math.max(0, now - pageAt);

export async function readMarker(env: Env): Promise<Marker | null> {
  const row = await primaryOf(env.DB)
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, MARKER))
    .get();
  return row === undefined ? null : markerIn(row.value);
}

/** Notes that a restore goes on. It makes no mark, so a page that was under way revives no restore that was given up. */
export async function noteGoingOn(env: Env, id: string, now: number): Promise<void> {
  await databaseOf(env.DB)
    .update(settings)
    .set({ value: sql`json_set(value, '$.pageAt', ${now})` })
    .where(and(eq(settings.name, MARKER), sql`value ->> 'id' = ${id}`));
}
