/** The limits of a link as its ClickCounter stores them. An edge with an old entry cannot loosen them. */

import { type LiveEntry, statisticsName } from './edge-entry';
import { hasExpired, type Link } from './link';

export type Limits = {
  readonly code: string;
  readonly linkId: string;
  /** Name of the statistics object, which counts every click of the link, limited or not. */
  readonly statistics: string;
  /** The version of the link that has these limits. */
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

/** Returns the limits of the higher version, `held` where the versions are equal. */
export const mergeLimits = (held: Limits | null, heard: Limits): Limits =>
  held === null || heard.version > held.version ? heard : held;

/**
 * Whether there may be late clicks that the counter does not know of: the limits that it held had no maxClicks, were of
 * a dead link, or were not of the version before. A new link has version 1.
 */
export function mayHaveLateClicks(held: Limits | null, heard: Limits): boolean {
  if (!heard.live || heard.maxClicks === null) return false;
  if (held === null) return heard.version > 1;
  const wasLimited = held.live && held.maxClicks !== null && heard.version === held.version + 1;
  return heard.version > held.version && !wasLimited;
}

/** Whether a link has a limit of clicks and has used it up. */
export const isUsedUp = ({ maxClicks }: Pick<Limits, 'maxClicks'>, clicks: number): boolean =>
  maxClicks !== null && clicks >= maxClicks;

/** Whether a link with these limits and that many clicks refuses another one at `now`. */
export const refusesClick = (limits: Limits, clicks: number, now: number): boolean =>
  !limits.live || hasExpired(limits.expiresAt, now) || isUsedUp(limits, clicks);

/** Whether a link has a limit of clicks. If so, its counter must get every change of the link. */
export const isLimited = (link: Link): boolean => link.maxClicks !== null;
