/** Whether an account has a passkey, for a page that reads it with one round trip (platform/one-trip.ts). */
import { type SQL, sql } from 'drizzle-orm';
import { passkeys } from '#api/database/schema';

/** The statement that has a row if the account has a passkey. */
export const anyPasskey = (accountId: string): SQL =>
  sql`SELECT 1 FROM ${passkeys} WHERE ${passkeys.accountId} = ${accountId} LIMIT 1`;
