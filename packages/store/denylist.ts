/** Reads the denylist from D1. */
import type { Denylist } from '#domain/denylist';

/** Returns the suspended accounts and the blocked hosts, as the primary has them. */
export async function readDenylist(db: D1Database): Promise<Denylist> {
  const primary = db.withSession('first-primary');
  const [accounts, hosts] = await primary.batch<{ name: string }>([
    primary.prepare('SELECT id AS name FROM accounts WHERE suspended = 1'),
    primary.prepare('SELECT host AS name FROM blocked_hosts'),
  ]);
  const names = (result?: D1Result<{ name: string }>) => new Set(result?.results.map(({ name }) => name));
  return { accounts: names(accounts), hosts: names(hosts) };
}
