/** Clears the dirty marks of several links. `clearMark` of store/publish.ts clears the mark of one link. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import { preparedOf } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import type { Link } from '#domain/link';
import { deleteFormer } from './detail-statements';

const listOf = (published: readonly Link[]) =>
  sql`json_each(${JSON.stringify(published.map(({ code, id, version }) => ({ code, id, version })))}) AS put`;

function clearanceOf(env: Env, published: readonly Link[], now: number) {
  const isPut = and(eq(links.code, sql`put.value ->> 'code'`), eq(links.version, sql`put.value ->> 'version'`));
  return databaseOf(env.DB)
    .update(links)
    .set({ dirty: false })
    .from(listOf(published))
    .where(and(isPut, lte(links.quietAt, now), eq(links.dirty, true)));
}

/**
 * Clears the marks of published versions in one statement, because the platform limits the queries of an invocation.
 */
export async function clearMarks(env: Env, published: readonly Link[], now: number): Promise<void> {
  await clearanceOf(env, published, now);
}

/**
 * Clears the marks of links that have taken the codes of dead ones, and erases the details of the dead links, in one
 * round trip.
 */
export async function clearMarksOfReused(env: Env, published: readonly Link[], now: number): Promise<void> {
  const made = sql`${listOf(published)} CROSS JOIN ${links} ON ${links.code} = put.value ->> 'code' AND ${links.id} = put.value ->> 'id'`;
  const statements = [clearanceOf(env, published, now).getSQL(), ...deleteFormer(made)];
  await env.DB.batch(statements.map((statement) => preparedOf(env.DB, statement)));
}
