/** What a deleted account leaves to do, step by step: each link becomes a tombstone without a destination, each key loses its name. */
import { eraseStatistics, NAMELESS, NAMELESS_KEY } from '#api/accounts/delete-account';
import { tellKeysOf } from '#api/accounts/key-push';
import { tellEverybody } from '#api/links/link-changes';
import { NOTHING_TO_JUDGE } from '#api/links/nothing-to-judge';
import type { Env } from '#api/platform/env';
import { announceDenylist, publishDenylist } from '#store/denylist';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import { logFault } from '#store/log-fault';
import { ANNOUNCE } from '#store/publish';

/** What stands where a destination stood. */
const NOWHERE = 'https://deleted.invalid/';

/** Links that a run makes tombstones: within the 1,000 operations of an invocation, beside the rest. */
const LINKS_PER_RUN = 100;
/** Accounts with something left to do that a run looks at. */
const ACCOUNTS_PER_RUN = 5;
/** Accounts with nothing left to do that a run is done with. */
const FINISHED_PER_RUN = 200;
/** Revoked keys, of which there may be any number, that a run erases the names of. */
const NAMES_PER_RUN = 500;

/** How long the denylist keeps what its tombstones say too: longer than any copy of a live route lasts. */
const DENIED_FOR_MS = 600_000;

type Deletion = { readonly account_id: string; readonly deleted_at: number; readonly up_to: number };

// Links of the moment that was reached are met again, and passed over because they are tombstones already.
const IS_BURIED = `gone IS 'DELETED' AND url = '${NOWHERE}' AND password IS NULL`;
const IS_NAMELESS = `name = '${NAMELESS}' AND last_fours = '{}'`;

const HAS_LINKS = `EXISTS (SELECT 1 FROM links WHERE links.account_id = d.account_id AND created_at >= d.up_to AND NOT (${IS_BURIED}))`;
const HAS_KEYS = `EXISTS (SELECT 1 FROM keys WHERE keys.account_id = d.account_id AND (version > told_version OR NOT (${IS_NAMELESS})))`;

// Set by set, because one network can delete more accounts a minute than a run takes one by one.
const WAIT = `UPDATE deletions AS d SET due_at = deleted_at + ${DENIED_FOR_MS}
  WHERE due_at <= ?1 AND deleted_at + ${DENIED_FOR_MS} > ?1 AND NOT ${HAS_LINKS}`;
const DUE = `SELECT account_id, deleted_at, up_to FROM deletions AS d WHERE due_at <= ?1 AND (${HAS_LINKS} OR ${HAS_KEYS})
  ORDER BY due_at LIMIT ${ACCOUNTS_PER_RUN}`;
const DONE = `SELECT account_id, deleted_at, up_to FROM deletions AS d WHERE due_at <= ?1 AND deleted_at + ${DENIED_FOR_MS} <= ?1
  AND NOT ${HAS_LINKS} AND NOT ${HAS_KEYS} ORDER BY due_at LIMIT ${FINISHED_PER_RUN}`;

/** A step of the deletions that are due. */
export async function buryLinks(env: Env, now: number): Promise<void> {
  await env.DB.prepare(WAIT).bind(now).run();
  const { results: due } = await env.DB.prepare(DUE).bind(now).all<Deletion>();
  let room = LINKS_PER_RUN;
  for (const deletion of due) {
    if (room === 0) break;
    room -= await stepOf(env, deletion, room, now).catch((error) => putOff(env, deletion, now, error));
  }
  await finish(env, now);
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * A deletion that fails keeps no other waiting: its turn comes again after as long as it has taken so far, a minute at
 * least and an hour at most. Returns how many links it was: none that is known of.
 */
async function putOff(env: Env, { account_id: accountId, deleted_at, up_to }: Deletion, now: number, error: unknown) {
  const log = (fault: unknown) => logFault(fault, { doing: 'sweep', step: 'deletions', account: accountId });
  log(error);
  const wait = Math.min(Math.max(now - deleted_at, MINUTE_MS), HOUR_MS);
  await moveOn(env, accountId, up_to, now + wait).catch(log);
  return 0;
}

const BURY = `UPDATE links SET gone = 'DELETED', url = '${NOWHERE}', password = NULL, accepted = 0, swapped = 0, ${NOTHING_TO_JUDGE},
  version = version + 1, ${ANNOUNCE}
  WHERE code IN (SELECT code FROM links WHERE account_id = ?2 AND created_at >= ?3 AND NOT (${IS_BURIED})
    ORDER BY created_at LIMIT ?4) RETURNING ${LINK_COLUMNS}`;

/** Makes up to `limit` links of one account tombstones, and returns how many; once there are none, it goes on with the keys. */
async function stepOf(env: Env, deletion: Deletion, limit: number, now: number): Promise<number> {
  const { account_id: accountId, up_to: upTo } = deletion;
  const { results } = await env.DB.prepare(BURY).bind(now, accountId, upTo, limit).all<LinkRow>();
  const told = await Promise.allSettled(results.map((row) => tellEverybody(env, linkOf(row), now)));
  for (const one of told) if (one.status === 'rejected') logFault(one.reason, { doing: 'sweep', step: 'deletions' });
  if (results.length > 0) await moveOn(env, accountId, Math.max(...results.map((row) => row.created_at)), now);
  else {
    await eraseNames(env, accountId);
    await tellKeysOf(env, accountId, 1);
  }
  return results.length;
}

const ERASE_NAMES = `UPDATE keys SET ${NAMELESS_KEY}, version = version + 1
  WHERE id IN (SELECT id FROM keys WHERE account_id = ?1 AND NOT (${IS_NAMELESS}) LIMIT ${NAMES_PER_RUN})`;

const eraseNames = (env: Env, accountId: string) => env.DB.prepare(ERASE_NAMES).bind(accountId).run();

const moveOn = (env: Env, accountId: string, upTo: number, dueAt: number) =>
  env.DB.prepare('UPDATE deletions SET up_to = ?2, due_at = ?3 WHERE account_id = ?1')
    .bind(accountId, upTo, dueAt)
    .run();

/** The tombstones say it all now: the denylist needs not name these accounts for ever. No click comes any more either. */
async function finish(env: Env, now: number): Promise<void> {
  const { results: done } = await env.DB.prepare(DONE).bind(now).all<Deletion>();
  const erased = await Promise.allSettled(done.map((one) => eraseStatistics(env, one.account_id)));
  for (const [index, one] of erased.entries())
    if (one.status === 'rejected') await putOff(env, done[index] as Deletion, now, one.reason);
  const finished = done.filter((_, index) => erased[index]?.status === 'fulfilled').map((one) => one.account_id);
  if (finished.length === 0) return;
  const ofFinished = (sql: string) => env.DB.prepare(sql).bind(JSON.stringify(finished));
  await env.DB.batch([
    ofFinished('UPDATE accounts SET suspended = 0 WHERE id IN (SELECT value FROM json_each(?1))'),
    ofFinished('DELETE FROM deletions WHERE account_id IN (SELECT value FROM json_each(?1))'),
    announceDenylist(env.DB, now),
  ]);
  await publishDenylist(env, now);
}
