/** Aliases near one that is taken, which the console suggests. The insert still decides who gets one. */
import { inArray } from 'drizzle-orm';
import { primaryOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { codeOf, MAX_CODE_LENGTH } from '#domain/codes';
import { reservedReason } from '#domain/reserved/reserved-reason';

const SUFFIXES = ['-2', '-3', '-4', '-5', '-new', '-now'];

/**
 * Returns up to `most` aliases that no link has, with one round trip to D1.
 * @param alias an alias that the rules accept
 */
export async function freeAliases(env: Env, alias: string, most: number): Promise<string[]> {
  const near = SUFFIXES.map((suffix) => alias + suffix).filter(
    (one) => one.length <= MAX_CODE_LENGTH && reservedReason(one) === null,
  );
  if (near.length === 0) return [];
  const rows = await primaryOf(env.DB)
    .select({ code: links.code })
    .from(links)
    .where(inArray(links.code, near.map(codeOf)));
  const taken = new Set(rows.map(({ code }) => code));
  return near.filter((one) => !taken.has(codeOf(one))).slice(0, most);
}
