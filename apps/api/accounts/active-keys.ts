/** The active keys of an account by name, for a page that reads them with one round trip (platform/one-trip.ts). */
import { type SQL, sql } from 'drizzle-orm';
import { keys } from '#api/database/schema';

export type NamedKey = { readonly id: string; readonly name: string };

/** The statement whose rows are the active keys, the newest first. The literal lets SQLite use the partial index. */
export const activeKeyNames = (accountId: string): SQL =>
  sql`SELECT ${keys.id}, ${keys.name} FROM ${keys} WHERE ${keys.accountId} = ${accountId} AND ${keys.status} = 'active'
    ORDER BY ${keys.createdAt} DESC, ${keys.id} DESC`;
