/** Reads the stored statistics of links part by part, for the export of an account. */
import type { StatisticsStore, StoredDay, Totals } from './statistics-store';

/** The stored statistics of one link. Its days are encoded by packages/domain/daily-counts.ts. */
export type KeptLink = { readonly linkId: string; readonly totals: Totals; readonly days: readonly StoredDay[] };

/** Where a part begins: at this day of this link. `day` is days since 1970. */
export type Place = { readonly linkId: string; readonly day: number };

/** One part. `next` is null after the last part. The days of one link may be in several parts. */
export type KeptLinks = { readonly links: readonly KeptLink[]; readonly next: Place | null };

/**
 * A part ends once it holds this many characters. With the day that exceeds them it stays far below the 32 MiB of an
 * RPC reply.
 */
const PART_CHARACTERS = 1_000_000;

/**
 * Reads one part.
 * @param linkIds the same list for every part
 * @param since `next` of the part before; null for the first part
 * @param oldest the first day that is kept
 */
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
