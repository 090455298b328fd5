/** The limits of a link as its ClickCounter holds them: what an edge with an old entry cannot loosen. */

import { type LiveEntry, statisticsName } from './edge-entry';
import { hasExpired, type Link } from './link';

export type Limits = {
  readonly code: string;
  readonly linkId: string;
  /** Name of the object that counts every click of the link, limited or not. */
  readonly statistics: string;
  /** Version of the link these limits are of. */
  readonly version: number;
  readonly maxClicks: number | null;
  readonly expiresAt: number | null;
  /** False once the link is deleted, spent or blocked. */
  readonly live: boolean;
};

export const limitsOfEntry = (code: string, entry: LiveEntry): Limits => ({
  code,
  linkId: entry.id,
  statistics: entry.statistics,
  version: entry.version,
  maxClicks: entry.maxClicks ?? null,
  expiresAt: entry.expiresAt ?? null,
  live: true,
});

export const limitsOfLink = (link: Link): Limits => ({
  code: link.code,
  linkId: link.id,
  statistics: statisticsName(link.accountId),
  version: link.version,
  maxClicks: link.maxClicks,
  expiresAt: link.expiresAt,
  live: link.gone === null && link.blocked === null,
});

/** The limits that hold: those of the higher version. */
export const mergeLimits = (held: Limits | null, heard: Limits): Limits =>
  held === null || heard.version > held.version ? heard : held;

/**
 * Whether edges may have let clicks through that the counter does not know of: what it held before was no limit, or not
 * the version before. A link is born with version 1.
 */
export function mayHaveLateClicks(held: Limits | null, heard: Limits): boolean {
  if (!heard.live || heard.maxClicks === null) return false;
  if (held === null) return heard.version > 1;
  const wasLimited = held.live && held.maxClicks !== null && heard.version === held.version + 1;
  return heard.version > held.version && !wasLimited;
}

/** Whether a link's clicks are limited and all given. */
export const isUsedUp = ({ maxClicks }: Pick<Limits, 'maxClicks'>, clicks: number): boolean =>
  maxClicks !== null && clicks >= maxClicks;

/** Whether a link with these limits and that many clicks has none left to give at `now`. */
export const refusesClick = (limits: Limits, clicks: number, now: number): boolean =>
  !limits.live || hasExpired(limits.expiresAt, now) || isUsedUp(limits, clicks);

/** Whether a link's clicks are limited: then its counter must hear of every change. */
export const isLimited = (link: Link): boolean => link.maxClicks !== null;
