/** Hands the stored statistics of an account over to a backup, and takes them over from one. */
import {
  type DayRow,
  firstRows,
  type Part,
  type StatisticsStart,
  type StatisticsState,
  type TotalsRow,
} from '#domain/object-state';
import type { TopLink } from './statistics-store';

const TOTALS = `SELECT link, code, clicks, scans, robots, visitors, last_at FROM totals
  WHERE ?1 IS NULL OR link > ?1 ORDER BY link`;
const DAYS = 'SELECT link, day, counts FROM days WHERE ?1 IS NULL OR (link, day) > (?1, ?2) ORDER BY link, day';

/** Returns one part: the totals of links first, then their days. @param start null for the first part */
export function statisticsPart(
  sql: SqlStorage,
  top: readonly TopLink[],
  start: StatisticsStart | null,
): Part<StatisticsState, StatisticsStart> {
  if (start?.of === 'days') return daysPart(sql, start);
  const { rows, isCut } = firstRows(sql.exec<TotalsRow>(TOTALS, start?.link ?? null));
  const state = { top: start === null ? top : [], totals: rows, days: [] };
  if (isCut) return { state, next: { of: 'totals', link: rows.at(-1)?.link ?? '' } };
  const days = daysPart(sql, null);
  return { state: { ...state, days: days.state.days }, next: days.next };
}

function daysPart(
  sql: SqlStorage,
  start: { readonly link: string; readonly day: number } | null,
): Part<StatisticsState, StatisticsStart> {
  const { rows, isCut } = firstRows(sql.exec<DayRow>(DAYS, start?.link ?? null, start?.day ?? null));
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
    for (const { link, day, counts } of days) storage.sql.exec('REPLACE INTO days VALUES (?, ?, ?)', link, day, counts);
  });
}
