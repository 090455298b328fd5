import type { Control } from './control';

/**
 * What `npm start` says of the threat list: nothing when it holds more than test addresses, or cannot be asked about.
 * @returns a line with its end, or ''
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
