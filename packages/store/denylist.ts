/** The denylist as D1 has it. */
import type { Denylist } from '#domain/denylist';

/** Who is suspended, and what hosts are blocked, by the primary. */
export async function readDenylist(db: D1Database): Promise<Denylist> {
  const primary = db.withSession('first-primary');
  const [accounts, hosts] = await primary.batch<{ name: string }>([
    primary.prepare('SELECT id AS name FROM accounts WHERE suspended = 1'),
    primary.prepare('SELECT host AS name FROM blocked_hosts'),
  ]);
  const names = (result?: D1Result<{ name: string }>) => new Set(result?.results.map(({ name }) => name));
  return { accounts: names(accounts), hosts: names(hosts) };
}
