/** Tidies up after links that have taken the codes of dead ones. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import { preparedOf } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import type { Link } from '#domain/link';
import { deleteFormer } from './detail-statements';

/**
 * Clears the dirty marks of published versions, and erases the details of the dead links. It is one round trip for all
 * links, because the platform limits the queries of an invocation. `clearMark` of store/publish.ts clears one mark.
 */
export async function clearMarks(env: Env, published: readonly Link[], now: number): Promise<void> {
  const put = sql`json_each(${JSON.stringify(published.map(({ code, id, version }) => ({ code, id, version })))}) AS put`;
  const isPut = and(eq(links.code, sql`put.value ->> 'code'`), eq(links.version, sql`put.value ->> 'version'`));
  const clearance = databaseOf(env.DB)
    .update(links)
    .set({ dirty: false })
    .from(put)
    .where(and(isPut, lte(links.quietAt, now), eq(links.dirty, true)));
  const made = sql`${put} CROSS JOIN ${links} ON ${links.code} = put.value ->> 'code' AND ${links.id} = put.value ->> 'id'`;
  const statements = [clearance.getSQL(), ...deleteFormer(made)];
  await env.DB.batch(statements.map((statement) => preparedOf(env.DB, statement)));
}
