/** The row of a link in D1, and its look-up by code. */
import { type EdgeEntry, makeEntry } from '#domain/edge-entry';
import type { GoneReason, Link } from '#domain/link';

/**
 * Reads the link of a code from the primary of D1, because a replica may not have a new link yet. Null for an unknown
 * code.
 */
export async function findLink(env: Pick<LinkStore, 'DB'>, code: string): Promise<Link | null> {
  const row = await env.DB.withSession('first-primary')
    .prepare(`SELECT ${LINK_COLUMNS} FROM links WHERE code = ?1`)
    .bind(code)
    .first<LinkRow>();
  return row && parseLinkRow(row);
}

/** A row of `links` as D1 returns it. */
export type LinkRow = {
  code: string;
  alias: string | null;
  id: string;
  account_id: string;
  url: string;
  created_at: number;
  expires_at: number | null;
  max_clicks: number | null;
  password: string | null;
  gone: GoneReason | null;
  blocked: string | null;
  version: number;
};

/** The columns of a `LinkRow`. */
export const LINK_COLUMNS =
  'code, alias, id, account_id, url, created_at, expires_at, max_clicks, password, gone, blocked, version';

export const parseLinkRow = (row: LinkRow): Link => ({
  code: row.code,
  alias: row.alias,
  id: row.id,
  accountId: row.account_id,
  url: row.url,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  maxClicks: row.max_clicks,
  password: row.password,
  gone: row.gone,
  blocked: row.blocked,
  version: row.version,
});

/** The Location of a redirect: the parsed, ASCII form of the destination (specification 6.1). */
export const toLocation = (url: string): string => new URL(url).href;

export const linkToEntry = (link: Link): EdgeEntry => makeEntry(link, toLocation(link.url));

/**
 * The bindings that a worker needs to reach links. There is one D1, and all links are in it
 * (docs/design/publishing-to-kv.md).
 */
export type LinkStore = { readonly DB: D1Database; readonly ROUTES: KVNamespace };
