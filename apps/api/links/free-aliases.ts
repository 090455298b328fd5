/** Aliases near one that is taken, which the console suggests. The insert still decides who gets one. */
import { inArray } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { ReadRows } from '#api/platform/one-trip';
import { codeOf, MAX_CODE_LENGTH } from '#domain/codes';
import { reservedReason } from '#domain/reserved/reserved-reason';

const SUFFIXES = ['-2', '-3', '-4', '-5', '-new', '-now'];

/**
 * Returns up to `most` aliases that no link has, with one round trip to D1.
 * @param alias an alias that the rules accept @param readRows reads from the primary, which has the newest links
 */
export async function freeAliases(env: Env, alias: string, most: number, readRows: ReadRows): Promise<string[]> {
  const near = SUFFIXES.map((suffix) => alias + suffix).filter(
    (one) => one.length <= MAX_CODE_LENGTH && reservedReason(one) === null,
  );
  if (near.length === 0) return [];
  const rows = await readRows<{ code: string }>(
    databaseOf(env.DB)
      .select({ code: links.code })
      .from(links)
      .where(inArray(links.code, near.map(codeOf)))
      .getSQL(),
  );
  const taken = new Set(rows.map(({ code }) => code));
  return near.filter((one) => !taken.has(codeOf(one))).slice(0, most);
}
