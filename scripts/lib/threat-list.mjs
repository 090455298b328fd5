import { AS_PROXY } from './own-calls.mjs';

/**
 * What `npm start` says of the threat list: nothing when it holds more than test addresses, or cannot be asked about.
 * @param {string} api its origin
 * @param {string} token the operator's
 * @returns {Promise<string>} a line with its end, or ''
 */
export async function threatListLine(api, token) {
  try {
    const headers = { Authorization: `Bearer ${token}`, ...AS_PROXY };
    const response = await fetch(`${api}/admin/threats`, { headers, signal: AbortSignal.timeout(10_000) });
    const { importedEntries } = /** @type {{ importedEntries?: number | null }} */ (await response.json());
    if (importedEntries !== 0) return '';
    return 'The threat list holds only test addresses; fill it with: npm run threats -- import FILE\n';
  } catch {
    return '';
  }
}
