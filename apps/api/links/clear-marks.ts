/** Clears the dirty marks of several links. `clearMark` of store/publish.ts clears the mark of one link. */
import { and, eq, lte, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { Link } from '#domain/link';

/**
 * Clears the marks of published versions in one statement, because the platform limits the queries of an invocation.
 */
export async function clearMarks(env: Env, published: readonly Link[], now: number): Promise<void> {
  const put = JSON.stringify(published.map(({ code, version }) => ({ code, version })));
  const isPut = and(eq(links.code, sql`put.value ->> 'code'`), eq(links.version, sql`put.value ->> 'version'`));
  await databaseOf(env.DB)
    .update(links)
    .set({ dirty: false })
    .from(sql`json_each(${put}) AS put`)
    .where(and(isPut, lte(links.quietAt, now), eq(links.dirty, true)));
}
