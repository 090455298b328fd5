/** A row of `links` as D1 returns it, and the link that it describes. */

import { type EdgeEntry, entryOf } from '#domain/edge-entry';
import type { GoneReason, Link } from '#domain/link';

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

export const linkOf = (row: LinkRow): Link => ({
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
export const locationOf = (url: string): string => new URL(url).href;

export const entryOfLink = (link: Link): EdgeEntry => entryOf(link, locationOf(link.url));
