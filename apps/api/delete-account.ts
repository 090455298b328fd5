/**
 * Deleting an account, as its owner wishes. At once: nobody signs in, no key works, no link leads anywhere (the
 * denylist). Then, step by step by the cron: each link becomes a tombstone without a destination.
 */
import { announceDenylist, publishDenylist } from '#store/denylist';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import { ANNOUNCE } from '#store/publish';
import type { Env } from './env';
import { pushKey } from './key-push';
import { tellEverybody } from './link-changes';
import { logFault } from './log';

/** What stands where a name or a destination stood. */
const NAMELESS = 'deleted';
const NOWHERE = 'https://deleted.invalid/';

/** What knows of an account, and goes with it. */
const BELONGINGS = ['passkeys', 'sessions', 'sign_in_links', 'challenges', 'upgrade_requests'] as const;

/** Deletes an account. May be repeated. @throws ObjectUnreachable when a key's object does not know yet */
export async function deleteAccount(env: Env, id: string, now: number): Promise<void> {
  const statement = (sql: string, ...values: unknown[]) => env.DB.prepare(sql).bind(id, ...values);
  const [keys] = await env.DB.batch<{ id: string }>([
    statement(
      `UPDATE keys SET status = 'revoked', name = '${NAMELESS}', version = version + 1 WHERE account_id = ?1 RETURNING id`,
    ),
    statement(
      `UPDATE accounts SET name = '${NAMELESS}', suspended = 1, reserved_override = 0, deleted_at = ?2 WHERE id = ?1`,
      now,
    ),
    statement('INSERT INTO deletions (account_id, deleted_at) VALUES (?1, ?2) ON CONFLICT DO NOTHING', now),
    ...BELONGINGS.map((table) => statement(`DELETE FROM ${table} WHERE account_id = ?1`)),
    announceDenylist(env.DB, now),
  ]);
  await publishDenylist(env, now).catch((error) => logFault(error, { doing: 'put denylist', account: id }));
  await Promise.all((keys?.results ?? []).map((key) => pushKey(env, key.id)));
}

/** Links of deleted accounts that a run makes tombstones: within the 1,000 operations of an invocation, beside the rest. */
const LINKS_PER_RUN = 100;

/** How long the denylist keeps what its tombstones say too: longer than any copy of a live route lasts. */
const DENIED_FOR_MS = 600_000;

type Deletion = { readonly account_id: string; readonly deleted_at: number; readonly up_to: number };

// Tied links of one moment are met again, and passed over because they lead nowhere already.
const BURY = `UPDATE links SET gone = 'DELETED', url = '${NOWHERE}', password = NULL, threat = NULL, version = version + 1, ${ANNOUNCE}
  WHERE code IN (SELECT code FROM links WHERE account_id = ?2 AND created_at >= ?3 AND url <> '${NOWHERE}'
    ORDER BY created_at LIMIT ${LINKS_PER_RUN}) RETURNING ${LINK_COLUMNS}`;

/** One step of the deletion that has waited longest. */
export async function buryLinks(env: Env, now: number): Promise<void> {
  const deletion = await env.DB.prepare('SELECT * FROM deletions ORDER BY deleted_at LIMIT 1').first<Deletion>();
  if (deletion === null) return;
  const { account_id: accountId, deleted_at: deletedAt, up_to: upTo } = deletion;
  const { results } = await env.DB.prepare(BURY).bind(now, accountId, upTo).all<LinkRow>();
  const told = await Promise.allSettled(results.map((row) => tellEverybody(env, linkOf(row), now)));
  for (const one of told) if (one.status === 'rejected') logFault(one.reason, { doing: 'sweep', step: 'deletions' });
  if (results.length > 0) await moveOn(env, accountId, Math.max(...results.map((row) => row.created_at)));
  else if (now - deletedAt >= DENIED_FOR_MS) await finish(env, accountId, now);
}

const moveOn = (env: Env, accountId: string, upTo: number) =>
  env.DB.prepare('UPDATE deletions SET up_to = ?2 WHERE account_id = ?1').bind(accountId, upTo).run();

/** The tombstones say it all now: the denylist needs not name the account for ever. */
async function finish(env: Env, accountId: string, now: number): Promise<void> {
  await env.DB.batch([
    env.DB.prepare('UPDATE accounts SET suspended = 0 WHERE id = ?1').bind(accountId),
    env.DB.prepare('DELETE FROM deletions WHERE account_id = ?1').bind(accountId),
    announceDenylist(env.DB, now),
  ]);
  await publishDenylist(env, now);
}
