import type { Control } from './control';

/**
 * The line of `npm start` about the threat list.
 * @returns the line with its newline, or '' if a list was imported or the API does not respond
 */
export async function threatListLine(control: Pick<Control, 'api'>, token: string): Promise<string> {
  try {
    const response = await control.api('GET', '/admin/threats', token);
    const { importedEntries } = (await response.json()) as { importedEntries?: number | null };
    if (importedEntries !== 0) return '';
    return 'The threat list holds only test addresses; fill it with: npm run threats -- import FILE\n';
  } catch {
    return '';
  }
}
