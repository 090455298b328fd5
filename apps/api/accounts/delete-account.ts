/**
 * Deleting an account, as its owner wishes. At once: nobody signs in, no key works, no link leads anywhere (the
 * denylist). What is left is the cron's to do (cron/bury-links.ts).
 */
import type { Env } from '#api/platform/env';
import { statisticsName } from '#domain/route';
import { announceDenylist, publishDenylist } from '#store/denylist';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { tellKeysOf } from './key-push';

/** What stands where a name stood. */
export const NAMELESS = 'deleted';

/** The SET clause of a key without a name, and without what is shown of its texts. */
export const NAMELESS_KEY = `name = '${NAMELESS}', last_fours = '{}'`;

/** What knows of an account, and goes with it. */
const BELONGINGS = ['passkeys', 'sessions', 'sign_in_links', 'challenges', 'upgrade_requests'] as const;

/** Deletes an account. What its objects cannot be told now they are told by the cron, before it is done. */
export async function deleteAccount(env: Env, id: string, now: number): Promise<void> {
  const statement = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(id, ...values);
  await env.DB.batch([
    statement(
      `UPDATE keys SET status = 'revoked', ${NAMELESS_KEY}, version = version + 1 WHERE account_id = ?1 AND status <> 'revoked'`,
    ),
    statement(
      `UPDATE accounts SET name = '${NAMELESS}', suspended = 1, reserved_override = 0, deleted_at = ?2 WHERE id = ?1`,
      now,
    ),
    statement('INSERT INTO deletions (account_id, deleted_at, due_at) VALUES (?1, ?2, ?2) ON CONFLICT DO NOTHING', now),
    ...BELONGINGS.map((table) => statement(`DELETE FROM ${table} WHERE account_id = ?1`)),
    announceDenylist(env.DB, now),
  ]);
  const log = (error: unknown) => logFault(error, { doing: 'delete account', account: id });
  await publishDenylist(env, now).catch(log);
  // No key works any more, and no click is remembered.
  await Promise.all([tellKeysOf(env, id).catch(log), eraseStatistics(env, id).catch(log)]);
}

/** Forgets what was clicked. May be repeated. @throws ObjectUnreachable */
export const eraseStatistics = (env: Env, accountId: string) =>
  callObject(
    () => env.STATISTICS.getByName(statisticsName(accountId)),
    async (object) => await object.erase(),
    { repeatable: true },
  );
