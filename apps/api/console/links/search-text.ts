/** What a text in the search field means. */
import type { LinkFilter } from '#api/links/link-list-filter';
import { parseCode, parsePath } from '#domain/short-address';

/**
 * The longest text that is searched within every field. A longer one is compared with the beginning of a field only.
 */
const MAX_ANYWHERE_BYTES = 48;
const SCHEME = /^https?:\/\//i;

type Sought = Pick<LinkFilter, 'prefix' | 'search' | 'destination'>;

/**
 * Returns the filter for a text. People paste short addresses and whole destinations: a short address finds its code, a
 * long address the destinations that begin with it, and any other text what contains it, or its beginning.
 */
export function parseSearch(text: string, shortBaseUrl: string): Sought {
  if (text === '') return {};
  const code = findCode(text, shortBaseUrl);
  if (code !== null) return { prefix: code };
  // Browsers show and copy the address of a host with a slash, which the destination may lack.
  const address = text.replace(/^(https?:\/\/[^/?#]+)\/$/i, '$1');
  if (new TextEncoder().encode(address).byteLength <= MAX_ANYWHERE_BYTES) return { search: address };
  return SCHEME.test(address) ? { destination: address } : { search: cutSearch(address) };
}

/**
 * Returns the code that a text is, or that a short address in it has; null if it is neither. Together with the id of
 * the caller, which may be any text, it names a link exactly.
 */
export const findExactCode = (text: string, shortBaseUrl: string): string | null =>
  findCode(text, shortBaseUrl) ?? parseCode(text.replace(/\+$/, ''));

/**
 * The code in a short address, with or without its scheme, and perhaps with the + of its preview, read as a visit reads
 * it; null for any other text.
 */
function findCode(text: string, shortBaseUrl: string): string | null {
  const base = `${shortBaseUrl.replace(SCHEME, '')}/`;
  const rest = text.replace(SCHEME, '');
  if (rest.slice(0, base.length).toLowerCase() !== base.toLowerCase()) return null;
  return parsePath(`/${rest.slice(base.length).replace(/[/?#].*$/, '')}`)?.code ?? null;
}

/** The longest beginning of a text that may be searched anywhere. No character is cut. */
function cutSearch(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_ANYWHERE_BYTES));
  return text.slice(0, read).trim();
}
