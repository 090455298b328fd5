/** The stored statistics in parts: those of an account's links for its export, and those of an object for a backup. */
import {
  type DayRow,
  type Part,
  type StatisticsStart,
  type StatisticsState,
  type TotalsRow,
  takeRows,
} from '#domain/object-state';
import type { StatisticsStore, StoredDay, TopLink, Totals } from './statistics-store';

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
 * response.
 */
const EXPORT_PART_CHARACTERS = 1_000_000;

/**
 * Reads one part.
 * @param linkIds the same list for every part
 * @param start `next` of the previous part; null for the first part
 * @param oldest the oldest day that is still stored, in days since 1970
 */
export function readExportPart(
  store: StatisticsStore,
  linkIds: readonly string[],
  start: PartStart | null,
  oldest: number,
): ExportPart {
  const links: LinkPart[] = [];
  let room = EXPORT_PART_CHARACTERS;
  for (const linkId of start === null ? linkIds : linkIds.slice(linkIds.indexOf(start.linkId))) {
    const totals = store.readTotals(linkId);
    if (totals.clicks + totals.robots === 0) continue;
    const days: StoredDay[] = [];
    links.push({ linkId, totals, days });
    for (const stored of store.storedDays(linkId, linkId === start?.linkId ? start.day : oldest)) {
      if (room <= 0) return { links, next: { linkId, day: stored.day } };
      days.push(stored);
      room -= stored.counts.length + (stored.profiles?.length ?? 0);
    }
  }
  return { links, next: null };
}

const TOTALS = `SELECT link, code, clicks, scans, robots, visitors, last_at FROM totals
  WHERE ?1 IS NULL OR link > ?1 ORDER BY link`;
const DAYS =
  'SELECT link, day, counts, profiles FROM days WHERE ?1 IS NULL OR (link, day) > (?1, ?2) ORDER BY link, day';

/** Returns one part: the totals of links first, then their days. @param start null for the first part */
export function readStatisticsPart(
  sql: SqlStorage,
  top: readonly TopLink[],
  start: StatisticsStart | null,
): Part<StatisticsState, StatisticsStart> {
  if (start?.of === 'days') return readDaysPart(sql, start);
  const { rows, isCut } = takeRows(sql.exec<TotalsRow>(TOTALS, start?.link ?? null));
  const state = { top: start === null ? top : [], totals: rows, days: [] };
  if (isCut) return { state, next: { of: 'totals', link: rows.at(-1)?.link ?? '' } };
  const days = readDaysPart(sql, null);
  return { state: { ...state, days: days.state.days }, next: days.next };
}

function readDaysPart(
  sql: SqlStorage,
  start: { readonly link: string; readonly day: number } | null,
): Part<StatisticsState, StatisticsStart> {
  const { rows, isCut } = takeRows(sql.exec<DayRow>(DAYS, start?.link ?? null, start?.day ?? null));
  const last = rows.at(-1);
  const next = isCut && last !== undefined ? ({ of: 'days', link: last.link, day: last.day } as const) : null;
  return { state: { top: [], totals: [], days: rows }, next };
}

/** Stores a part, in one transaction. The call may be repeated. */
export function storeStatistics(storage: DurableObjectStorage, { top, totals, days }: StatisticsState): void {
  storage.transactionSync(() => {
    if (top.length > 0) storage.kv.put('top', top);
    for (const { link, code, clicks, scans, robots, visitors, last_at } of totals)
      storage.sql.exec(
        'REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?, ?)',
        ...[link, code, clicks, scans, robots, visitors, last_at],
      );
    for (const { link, day, counts, profiles } of days)
      storage.sql.exec('REPLACE INTO days VALUES (?, ?, ?, ?)', link, day, counts, profiles);
  });
}
