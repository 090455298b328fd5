/** CSV by RFC 4180, section 2. A library would add 7 KiB to the 120 KiB of a worker. */

export const writeCsvLines = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');

/** A cell that looks like a formula becomes text (owasp.org/www-community/attacks/CSV_Injection). */
function writeCell(value: unknown): string {
  const text = String(value ?? '').replace(/^(?=[=+\-@\t\r])/, "'");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
