/** Writes statistics as CSV for spreadsheets (specification 10.5). */
import type { Group } from '#domain/breakdown';
import type { AccountStatistics, LinkStatistics } from './statistics-record';

/** Writes the breakdown with a row for each value. Without a breakdown it writes the totals as one row. */
export function csvOf({ breakdown, ...statistics }: LinkStatistics | AccountStatistics): string {
  if (breakdown === undefined) {
    // The top links are a list, which does not fit into a row.
    const totals = Object.entries(statistics).filter(([, value]) => typeof value !== 'object' || value === null);
    return linesOf([totals.map(([name]) => name), totals.map(([, value]) => value)]);
  }
  return csvOfGroups(breakdown);
}

/** Writes the values of groupings with a row for each. */
export function csvOfGroups(breakdown: { readonly [grouping: string]: readonly Group[] | undefined }): string {
  const rows = Object.entries(breakdown).flatMap(([grouping, groups = []]) =>
    groups.map(({ value, clicks }) => [grouping, value, clicks]),
  );
  return linesOf([['grouping', 'value', 'clicks'], ...rows]);
}

const linesOf = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');

/**
 * Writes a cell by RFC 4180, section 2. A library would add 7 KiB to the 120 KiB of a worker. A cell that looks like a
 * formula becomes text (owasp.org/www-community/attacks/CSV_Injection).
 */
function cellOf(value: unknown): string {
  const text = String(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
