/** The limits of a link as its ClickCounter stores them. A location with an old edge entry cannot loosen them. */

import { type LiveEntry, nameStatistics } from './edge-entry';
import { hasExpired, type Link } from './link';

export type Limits = {
  readonly code: string;
  readonly linkId: string;
  /** The name of the statistics object. It counts every click of the link, limited or not. */
  readonly statistics: string;
  /** The version of the link that has these limits. */
  readonly version: number;
  readonly maxClicks: number | null;
  readonly expiresAt: number | null;
  /** False once the link is deleted, spent or blocked. */
  readonly live: boolean;
};

export const entryToLimits = (code: string, entry: LiveEntry): Limits => ({
  code,
  linkId: entry.id,
  statistics: entry.statistics,
  version: entry.version,
  maxClicks: entry.maxClicks ?? null,
  expiresAt: entry.expiresAt ?? null,
  live: true,
});

export const linkToLimits = (link: Link): Limits => ({
  code: link.code,
  linkId: link.id,
  statistics: nameStatistics(link.accountId),
  version: link.version,
  maxClicks: link.maxClicks,
  expiresAt: link.expiresAt,
  live: link.gone === null && link.blocked === null,
});

/** Returns the limits of the higher version; `stored` where the versions are equal. */
export const mergeLimits = (stored: Limits | null, received: Limits): Limits =>
  stored === null || received.version > stored.version ? received : stored;

/**
 * Whether the counter may lack late clicks of the link: clicks at locations whose edge entry had no maxClicks yet. It
 * may lack some if the stored limits have no maxClicks, are of a dead link, or are not of the version before. A new
 * link, of version 1, has no late clicks.
 */
export function mayHaveLateClicks(stored: Limits | null, received: Limits): boolean {
  if (!received.live || received.maxClicks === null) return false;
  if (stored === null) return received.version > 1;
  const wasLimited = stored.live && stored.maxClicks !== null && received.version === stored.version + 1;
  return received.version > stored.version && !wasLimited;
}

/** Whether a link has a click limit and has used it up. */
export const isUsedUp = ({ maxClicks }: Pick<Limits, 'maxClicks'>, clicks: number): boolean =>
  maxClicks !== null && clicks >= maxClicks;

/** Whether a link with these limits and that many clicks refuses another one at `now`. */
export const refusesClick = (limits: Limits, clicks: number, now: number): boolean =>
  !limits.live || hasExpired(limits.expiresAt, now) || isUsedUp(limits, clicks);

/** Whether a link has a click limit. If so, its counter must get every change of the link. */
export const isLimited = (link: Link): boolean => link.maxClicks !== null;
