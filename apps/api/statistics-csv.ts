/** Statistics as CSV (RFC 4180), for those who open them in a spreadsheet. */
import Papa from 'papaparse';
import type { AccountStatistics, LinkStatistics } from './statistics-record';

/** A cell that a spreadsheet would take for a formula is written as text (owasp.org/www-community/attacks/CSV_Injection). */
const OPTIONS = { escapeFormulae: true, newline: '\r\n' } as const;

/** The breakdown, a row per value; without one the totals, a row of them. */
export function csvOf({ breakdown, ...statistics }: LinkStatistics | AccountStatistics): string {
  if (breakdown === undefined) {
    // What is a list itself, the top links, has no place in a row.
    const totals = Object.entries(statistics).filter(([, value]) => typeof value !== 'object' || value === null);
    return `${Papa.unparse([Object.fromEntries(totals)], OPTIONS)}\r\n`;
  }
  const rows = Object.entries(breakdown).flatMap(([grouping, groups = []]) =>
    groups.map(({ value, clicks }) => [grouping, value, clicks]),
  );
  return `${Papa.unparse([['grouping', 'value', 'clicks'], ...rows], OPTIONS)}\r\n`;
}
