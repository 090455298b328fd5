/** Making the imported list from a feed: a line is a host, an address or the hash of an expression. */
import { canonicalHostOf, expressionsOfUrl } from './expressions';
import { EXACT_HOST_MARK, type Fingerprint, fingerprintOf, LIST_MARK } from './imported-list';

const HEX_HASH = /^[0-9a-f]{16,64}$/i;
const BASE64_HASH = /^[A-Za-z0-9+/]{43}=$/;
/** The address that hosts files put before a name. */
const HOSTS_FILE = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+/;
/** How feeds write a host together with the hosts below it: `.host`, `*.host`, `||host^`. */
const WITH_SUBDOMAINS = /^(?:\*?\.|\|\|)([^/^]+)\^?$/;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f.:]*$/i;

/**
 * The fingerprint of a feed's line; null for a line that is none of the forms.
 * `https://host/path`: that address, and all below it where it ends in a slash · `host`: that host alone · `.host`: and
 * all below it · 16 to 64 hex digits, or 44 characters of base64: the SHA-256 of an expression, or its first 8 bytes or more.
 */
export function fingerprintOfLine(line: string): bigint | null {
  const text = line.replace(HOSTS_FILE, '').trim();
  if (HEX_HASH.test(text) && text.length % 2 === 0) return BigInt(`0x${text.slice(0, 16)}`);
  if (BASE64_HASH.test(text)) return fingerprintOfBytes(atob(text));
  if (/^https?:\/\//i.test(text)) return fingerprintOfUrl(text);
  const [, below] = WITH_SUBDOMAINS.exec(text) ?? [];
  const host = hostOf(below ?? text);
  if (host === null) return null;
  return bits(fingerprintOf(below === undefined ? EXACT_HOST_MARK + host : `${host}/`));
}

const bits = ({ high, low }: Fingerprint): bigint => (BigInt(high) << 32n) | BigInt(low);

const fingerprintOfBytes = (bytes: string): bigint =>
  BigInt(`0x${[...bytes.slice(0, 8)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')}`);

function fingerprintOfUrl(text: string): bigint | null {
  const [exact] = URL.canParse(text) ? expressionsOfUrl(text) : [];
  return exact === undefined ? null : bits(fingerprintOf(exact));
}

function hostOf(text: string): string | null {
  const url = `http://${BARE_IPV6.test(text) ? `[${text}]` : text}/`;
  const isHost = /[.:]/.test(text) && !/[\s/@?#*\\]/.test(text) && URL.canParse(url);
  return isHost ? canonicalHostOf(url) : null;
}

export type Import = { readonly bytes: Uint8Array; readonly entries: number; readonly rejected: readonly number[] };

/** Makes the KV value of a feed. Blank lines and `#` comments are passed over; `rejected` holds line numbers. */
export function importFeed(feed: string): Import {
  const fingerprints = new Set<bigint>();
  const rejected: number[] = [];
  for (const [index, line] of feed.split(/\r?\n/).entries()) {
    const text = line.replace(/(^|\s)#.*$/, '').trim();
    if (text === '') continue;
    const fingerprint = fingerprintOfLine(text);
    if (fingerprint === null) rejected.push(index + 1);
    else fingerprints.add(fingerprint);
  }
  const sorted = BigUint64Array.from(fingerprints).sort();
  const view = new DataView(new ArrayBuffer((1 + sorted.length) * 8));
  view.setBigUint64(0, LIST_MARK);
  for (const [index, fingerprint] of sorted.entries()) view.setBigUint64((1 + index) * 8, fingerprint);
  return { bytes: new Uint8Array(view.buffer), entries: sorted.length, rejected };
}
