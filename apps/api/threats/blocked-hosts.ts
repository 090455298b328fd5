/** The operator's list of blocked hosts. New links to one are refused, existing links are 410 (specification 13.6). */
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { openDatabase } from '#api/database/database';
import { blockedHosts } from '#api/database/schema';
import { isDecodableHost } from '#api/http/fields';
import { announceDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import { canonicalizeHost } from '#domain/canonical-url';
import { deleteDenylistCopy } from '#store/denylist';
import { logFault } from '#store/faults';

/** Matches an unparsed host name or IPv6 address, without characters that `URL` would drop or correct. */
const HOST = /^(?:[^\s\p{Cc}/\\:?#@*[\]]+|\[[0-9a-f:.]+\])$/iu;

/**
 * Returns a host as the `URL` class spells it: in lower case and punycode, IPv6 in brackets. An IPv6 address that
 * contains an IPv4 address becomes the IPv4 address. A text that is not a host becomes null.
 */
export function hostName(text: string): string | null {
  const name = text.trim().replace(/\.$/, '');
  if (!HOST.test(name) || !URL.canParse(`http://${name}/`)) return null;
  const { hostname } = new URL(`http://${name}/`);
  // A single label would block a whole top-level domain. A label or a name over the limits of DNS cannot be a host.
  const labels = hostname.split('.');
  const isName = labels.length > 1 && labels.every((label) => label.length > 0 && label.length <= 63);
  if (hostname.startsWith('[')) return canonicalizeHost(hostname)?.host ?? null;
  return isName && hostname.length <= 253 && isDecodableHost(hostname) ? hostname : null;
}

export const BlockedHosts = z
  .strictObject({ hosts: z.array(z.string()).describe('Sorted. A host includes its subdomains.') })
  .meta({ id: 'BlockedHosts', description: 'Hosts that no link may lead to.' });

export async function readBlockedHosts(env: Env): Promise<string[]> {
  const rows = await openDatabase(env.DB).select().from(blockedHosts).orderBy(blockedHosts.host);
  return rows.map(({ host }) => host);
}

/** Replaces the list of blocked hosts. If the put of the denylist fails, the cron repeats it. */
export async function replaceBlockedHosts(env: Env, hosts: readonly string[], now: number): Promise<void> {
  const db = openDatabase(env.DB);
  await db.batch([
    db.delete(blockedHosts),
    // Without WHERE TRUE, SQLite would parse the ON of ON CONFLICT as the condition of a join.
    db
      .insert(blockedHosts)
      .select(sql`SELECT value FROM json_each(${JSON.stringify(hosts)}) WHERE TRUE`)
      .onConflictDoNothing(),
    announceDenylist(env, now),
  ]);
  await publishDenylist(env, now).catch((error) => logFault(error, { doing: 'put denylist' }));
  deleteDenylistCopy(env);
}
