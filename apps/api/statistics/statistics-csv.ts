/** Statistics as CSV, for those who open them in a spreadsheet. */
import type { AccountStatistics, LinkStatistics } from './statistics-record';

/** The breakdown, a row per value; without one the totals, a row of them. */
export function csvOf({ breakdown, ...statistics }: LinkStatistics | AccountStatistics): string {
  if (breakdown === undefined) {
    // What is a list itself, the top links, has no place in a row.
    const totals = Object.entries(statistics).filter(([, value]) => typeof value !== 'object' || value === null);
    return linesOf([totals.map(([name]) => name), totals.map(([, value]) => value)]);
  }
  const rows = Object.entries(breakdown).flatMap(([grouping, groups = []]) =>
    groups.map(({ value, clicks }) => [grouping, value, clicks]),
  );
  return linesOf([['grouping', 'value', 'clicks'], ...rows]);
}

const linesOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/**
 * RFC 4180, section 2, in a line, where a library would be seven of the worker's 120 KiB. A cell that a spreadsheet would
 * take for a formula is written as text (owasp.org/www-community/attacks/CSV_Injection).
 */
function cellOf(value: unknown): string {
  const text = String(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
