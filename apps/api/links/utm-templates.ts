/**
 * The UTM templates of an account: parameters that fill the UTM fields of the console (specification 14.5). A template
 * is a query, and what it fills in becomes part of an address. No link names its template.
 */
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { openDatabase, openPrimary, rowWhere } from '#api/database/database';
import { logEvent, withLog } from '#api/database/events';
import { accounts, utmTemplates } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { Actor } from '#domain/account-events';
import { normalizeTag } from '#domain/link';
import { PLAN_LIMITS, PLANS } from '#domain/plans';

export type UtmTemplate = Pick<typeof utmTemplates.$inferSelect, 'id' | 'name' | 'query'>;

/** Who changes a template of which account, and when. */
type Change = { readonly accountId: string; readonly by: Actor; readonly now: number };

/** What prevents a template: another one has its name, or the account has as many as its plan grants. */
export type TemplateFault = 'TAKEN' | 'FULL';

const MOST = Math.max(...PLANS.map((plan) => PLAN_LIMITS[plan].utmTemplates));

const selectTemplates = (env: Env, accountId: string) =>
  openPrimary(env.DB)
    .select({ id: utmTemplates.id, name: utmTemplates.name, query: utmTemplates.query })
    .from(utmTemplates)
    .where(eq(utmTemplates.accountId, accountId))
    .orderBy(utmTemplates.key)
    .limit(MOST);

/** Returns all templates of an account, by their names. */
export const listTemplates = async (env: Env, accountId: string): Promise<UtmTemplate[]> =>
  selectTemplates(env, accountId);

/** The statement of listTemplates. Its rows are templates. */
export const templatesStatement = (env: Env, accountId: string): SQL => selectTemplates(env, accountId).getSQL();

const isOwn = (accountId: string, id: string) => and(eq(utmTemplates.id, id), eq(utmTemplates.accountId, accountId));

/** Finds a template; undefined where the account has none of this id. */
export const findTemplate = (env: Env, accountId: string, id: string): Promise<UtmTemplate | undefined> =>
  openPrimary(env.DB).select().from(utmTemplates).where(isOwn(accountId, id)).get();

/**
 * Makes a template, unless the account is deleted. A second run with its id makes no other.
 * @param most how many templates the account may have
 */
export async function makeTemplate(
  env: Env,
  { id, name, query }: UtmTemplate,
  most: number,
  { accountId, by, now }: Change,
): Promise<TemplateFault | null> {
  const event = { accountId, kind: 'template.made', actor: by, subject: id, name } as const;
  const row = { id, accountId, key: normalizeTag(name), name, query };
  const count = sql`(SELECT count(*) FROM ${utmTemplates} AS others WHERE others.account_id = ${accountId})`;
  const hasRoom = and(eq(accounts.id, accountId), isNull(accounts.deletedAt), sql`${count} < ${most}`);
  const insert = openDatabase(env.DB)
    .insert(utmTemplates)
    .select(rowWhere(utmTemplates, row, sql`FROM ${accounts} WHERE ${hasRoom}`))
    .onConflictDoNothing()
    .returning({ id: utmTemplates.id });
  const [made] = await withLog(logEvent(env, event, now), (log) => openDatabase(env.DB).batch([insert, ...log]));
  if (made.length > 0) return null;
  const named = await findNamed(env, accountId, name);
  if (named === undefined) return 'FULL';
  return named.id === id ? null : 'TAKEN';
}

const findNamed = (env: Env, accountId: string, name: string) =>
  openPrimary(env.DB)
    .select({ id: utmTemplates.id })
    .from(utmTemplates)
    .where(and(eq(utmTemplates.accountId, accountId), eq(utmTemplates.key, normalizeTag(name))))
    .get();

/** Changes a template that the account has, in one statement. */
export async function changeTemplate(
  env: Env,
  { id, name, query }: UtmTemplate,
  { accountId, by, now }: Change,
): Promise<TemplateFault | null> {
  const event = { accountId, kind: 'template.changed', actor: by, subject: id, name } as const;
  const key = normalizeTag(name);
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${utmTemplates} AS other
    WHERE other.account_id = ${accountId} AND other.key = ${key} AND other.id <> ${id})`;
  const update = openDatabase(env.DB)
    .update(utmTemplates)
    .set({ key, name, query })
    .where(and(isOwn(accountId, id), isFree))
    .returning({ id: utmTemplates.id });
  const [changed] = await withLog(logEvent(env, event, now), (log) => openDatabase(env.DB).batch([update, ...log]));
  return changed.length > 0 ? null : 'TAKEN';
}

/** Deletes a template, if the account has it. Addresses that it has filled stay as they are. */
export async function deleteTemplate(
  env: Env,
  { id, name }: UtmTemplate,
  { accountId, by, now }: Change,
): Promise<void> {
  const event = { accountId, kind: 'template.deleted', actor: by, subject: id, name } as const;
  const deletion = openDatabase(env.DB).delete(utmTemplates).where(isOwn(accountId, id));
  await withLog(logEvent(env, event, now), (log) => openDatabase(env.DB).batch([deletion, ...log]));
}
