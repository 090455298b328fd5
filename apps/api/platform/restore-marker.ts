/** The marker of a restore that has begun and not ended. The marker is a row of `settings`, but no setting. */
import { and, eq, sql } from 'drizzle-orm';
import { openDatabase, openPrimary } from '#api/database/database';
import { settings } from '#api/database/schema';
import type { Env } from './env';

/** The name of the row. No backup contains it. */
export const MARKER = 'restoring';

export type Marker = {
  /** The id of the backup. */
  readonly id: string;
  /** When the restore began, epoch milliseconds. Versions of links are raised by it, so it never changes. */
  readonly at: number;
  /** When the last page was written, or the restore was begun again, epoch milliseconds; missing before that. */
  readonly pageAt?: number;
};

export const markerIn = (value: string): Marker => JSON.parse(value) as Marker;

/** Returns how long a restore has been idle: the milliseconds since its last page, or since it began. */
export const idleMs = ({ at, pageAt = at }: Marker, now: number): number => Math.max(0, now - pageAt);

export async function readMarker(env: Env): Promise<Marker | null> {
  const row = await openPrimary(env.DB)
    .select({ value: settings.value })
    .from(settings)
    .where(eq(settings.name, MARKER))
    .get();
  return row === undefined ? null : markerIn(row.value);
}

/**
 * Stores `now` as the time of the last page. It inserts no marker, so a late page does not revive a restore that was
 * given up.
 */
export async function noteGoingOn(env: Env, id: string, now: number): Promise<void> {
  await openDatabase(env.DB)
    .update(settings)
    .set({ value: sql`json_set(value, '$.pageAt', ${now})` })
    .where(and(eq(settings.name, MARKER), sql`value ->> 'id' = ${id}`));
}
