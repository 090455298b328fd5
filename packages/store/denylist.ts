/** Publishing the denylist: the same announced puts as a route's (publish.ts). */
import { DENYLIST_KEY, type Denylist, encodeDenylist } from '#domain/denylist';
import type { LinkStore } from './database';
import { ANNOUNCE } from './publish';

const CLEAR = 'UPDATE denylist SET dirty = 0 WHERE version = ?2 AND quiet_at <= ?1 AND dirty = 1';

/** The statement that belongs into the batch of every change of the denylist. */
export const announceDenylist = (db: D1Database, now: number): D1PreparedStatement =>
  db.prepare(`UPDATE denylist SET version = version + 1, ${ANNOUNCE}`).bind(now);

/** The denylist as D1 has it. */
export async function readDenylist(db: D1Database): Promise<Denylist> {
  const primary = db.withSession('first-primary');
  const [accounts, hosts] = await primary.batch<{ name: string }>([
    primary.prepare('SELECT id AS name FROM accounts WHERE suspended = 1'),
    primary.prepare('SELECT host AS name FROM blocked_hosts'),
  ]);
  const names = (result?: D1Result<{ name: string }>) => new Set(result?.results.map(({ name }) => name));
  return { accounts: names(accounts), hosts: names(hosts) };
}

/** Puts the denylist whose change was announced, then clears the mark if nothing else can still be on its way. */
export async function publishDenylist({ DB, ROUTES }: LinkStore, now: number): Promise<void> {
  const announced = await DB.prepare('SELECT version FROM denylist').first<{ version: number }>();
  await ROUTES.put(DENYLIST_KEY, encodeDenylist(await readDenylist(DB)));
  await DB.prepare(CLEAR)
    .bind(now, announced?.version ?? 0)
    .run();
}

/** Publishes the denylist again where an earlier put may have been lost. */
export async function republishDenylist(env: LinkStore, now: number): Promise<void> {
  const dirty = await env.DB.prepare(`UPDATE denylist SET ${ANNOUNCE} WHERE dirty = 1 RETURNING version`)
    .bind(now)
    .first();
  if (dirty !== null) await publishDenylist(env, now);
}
