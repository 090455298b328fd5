/** The clicks that one roll-up adds to the rows of links and days. */
import type { BatchedClick } from '#domain/click-batch';
import { addClick, type DailyCounts, dayOf } from '#domain/daily-counts';

/** The link id under which the whole account is counted. */
export const ACCOUNT = '';

/** What is added to one link, or to the account: its clicks by day since 1970, and the hashes of its visitors. */
export type ClicksOfLink = {
  /** The code of the link; '' for the account. */
  readonly code: string;
  readonly days: Map<number, BatchedClick[]>;
  readonly hashes: Set<number>;
};

/** By link id. */
export type ClicksByLink = Map<string, ClicksOfLink>;

/**
 * Adds a click to its link and to the account.
 * @param hash the hash of its visitor; null for none
 * @param visitorsDay the day of that hash. A late click is of an earlier day, and its visitor counts on this one.
 */
export function gather(links: ClicksByLink, click: BatchedClick, hash: number | null, visitorsDay: number): void {
  const counted = [
    [click.linkId, click.code],
    [ACCOUNT, ''],
  ] as const;
  for (const [linkId, code] of counted) {
    const link = links.get(linkId) ?? { code, days: new Map(), hashes: new Set() };
    links.set(linkId, link);
    clicksOn(link.days, dayOf(click.at)).push(click);
    if (hash === null) continue;
    link.hashes.add(hash);
    clicksOn(link.days, visitorsDay);
  }
}

/** Returns the clicks of a day, none for a new day. */
function clicksOn(days: Map<number, BatchedClick[]>, day: number): BatchedClick[] {
  const clicks = days.get(day) ?? [];
  days.set(day, clicks);
  return clicks;
}

/** Counts a click, or the request of a robot. */
export function countClick(counts: DailyCounts, { kind, at, profile }: BatchedClick): void {
  if (kind === 'robot') counts.robots += 1;
  else addClick(counts, at, kind === 'scan', profile);
}
