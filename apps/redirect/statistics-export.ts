/** Reads the stored statistics of an account's links in parts, for the export of the account. */
import type { StatisticsStore, StoredDay, Totals } from './statistics-store';

/**
 * The stored statistics of one link: its totals, and the days that this part holds (packages/domain/daily-counts.ts).
 */
export type LinkPart = { readonly linkId: string; readonly totals: Totals; readonly days: readonly StoredDay[] };

/** The link and the day with which a part begins. `day` is days since 1970. */
export type PartStart = { readonly linkId: string; readonly day: number };

/**
 * One part. `next` is where the next part begins, null after the last. The days of one link may be in several parts.
 */
export type ExportPart = { readonly links: readonly LinkPart[]; readonly next: PartStart | null };

/**
 * A part ends with the day that brings it to this many characters. A part is therefore far below the 32 MiB of an RPC
 * reply.
 */
const PART_CHARACTERS = 1_000_000;

/**
 * Reads one part.
 * @param linkIds the same list for every part
 * @param start `next` of the previous part; null for the first part
 * @param oldest the oldest day that is still stored, in days since 1970
 */
export function exportPart(
  store: StatisticsStore,
  linkIds: readonly string[],
  start: PartStart | null,
  oldest: number,
): ExportPart {
  const links: LinkPart[] = [];
  let room = PART_CHARACTERS;
  for (const linkId of start === null ? linkIds : linkIds.slice(linkIds.indexOf(start.linkId))) {
    const totals = store.totalsOf(linkId);
    if (totals.clicks + totals.robots === 0) continue;
    const days: StoredDay[] = [];
    links.push({ linkId, totals, days });
    for (const stored of store.storedDays(linkId, linkId === start?.linkId ? start.day : oldest)) {
      if (room <= 0) return { links, next: { linkId, day: stored.day } };
      days.push(stored);
      room -= stored.counts.length;
    }
  }
  return { links, next: null };
}
