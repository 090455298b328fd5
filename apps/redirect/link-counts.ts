/** The counts of the clicks that one roll-up adds to the rows of links and days. */
import type { BatchedClick } from '#domain/click-batch';
import { addClick, type DailyCounts, dayOf, emptyCounts } from '#domain/daily-counts';

/** The link id under which the whole account is counted. */
export const ACCOUNT = '';

/** What is added to one link, or to the account: its counts by day since 1970, and the hashes of its visitors. */
export type LinkCounts = {
  readonly code: string;
  readonly days: Map<number, DailyCounts>;
  readonly hashes: Set<number>;
};

/** By link id. */
export type CountsByLink = Map<string, LinkCounts>;

/** Counts a click of its link and of the account. @param hash the hash of its visitor; null for none */
export function countClick(counts: CountsByLink, click: BatchedClick, hash: number | null): void {
  for (const linkId of [click.linkId, ACCOUNT]) {
    const link = counts.get(linkId) ?? { code: click.code, days: new Map(), hashes: new Set() };
    counts.set(linkId, link);
    const ofDay = dayIn(link.days, dayOf(click.at));
    if (click.kind === 'robot') ofDay.robots += 1;
    else addClick(ofDay, click.at, click.kind === 'scan', click.profile);
    if (hash !== null) link.hashes.add(hash);
  }
}

/** Returns the counts of a day, which are empty for a new day. */
export function dayIn(days: Map<number, DailyCounts>, day: number): DailyCounts {
  const counts = days.get(day) ?? emptyCounts();
  days.set(day, counts);
  return counts;
}
