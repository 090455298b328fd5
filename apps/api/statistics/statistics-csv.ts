/** Writes statistics as CSV for spreadsheets (specification 10.5). */
import type { Group } from '#domain/breakdown';
import type { AccountStatistics, LinkStatistics } from './statistics-record';

/**
 * Writes the breakdown with a row for each value. Without a breakdown it writes one row: the totals, and behind them the
 * figures of the range.
 */
export function csvOf({ breakdown, range, ...statistics }: LinkStatistics | AccountStatistics): string {
  if (breakdown === undefined) {
    // The top links are a list, which does not fit into a row.
    const totals = Object.entries(statistics).filter(([, value]) => typeof value !== 'object' || value === null);
    const ofRange = Object.entries(range ?? {}).map(([name, value]) => [`range.${name}`, value] as const);
    const cells = [...totals, ...ofRange];
    return linesOf([cells.map(([name]) => name), cells.map(([, value]) => value)]);
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
