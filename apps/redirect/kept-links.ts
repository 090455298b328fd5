/** What is kept of some links, a part at a time: for whoever takes everything along. */
import type { StatisticsStore, StoredDay, Totals } from './statistics-store';

/** The days are as they are stored: texts of packages/domain/daily-counts.ts. */
export type KeptLink = { readonly linkId: string; readonly totals: Totals; readonly days: readonly StoredDay[] };

/** Where a part begins: at this day of this link. */
export type Place = { readonly linkId: string; readonly day: number };

/** `next` is null after the last part. The days of one link may stand in several. */
export type KeptLinks = { readonly links: readonly KeptLink[]; readonly next: Place | null };

/** What a part holds before it ends: with the day that goes beyond it, far below the 32 MiB of an answer. */
const PART_CHARACTERS = 1_000_000;

/** @param since where this part begins; null for the first @param oldest the first day that is kept */
export function keptLinks(
  store: StatisticsStore,
  linkIds: readonly string[],
  since: Place | null,
  oldest: number,
): KeptLinks {
  const links: KeptLink[] = [];
  let room = PART_CHARACTERS;
  for (const linkId of since === null ? linkIds : linkIds.slice(linkIds.indexOf(since.linkId))) {
    const totals = store.totalsOf(linkId);
    if (totals.clicks + totals.robots === 0) continue;
    const days: StoredDay[] = [];
    links.push({ linkId, totals, days });
    for (const stored of store.storedDays(linkId, linkId === since?.linkId ? since.day : oldest)) {
      if (room <= 0) return { links, next: { linkId, day: stored.day } };
      days.push(stored);
      room -= stored.tally.length;
    }
  }
  return { links, next: null };
}
