/** Makes the imported list from a feed. A line of a feed is a host, an address or the hash of an expression. */

import { EXACT_HOST_MARK, type Fingerprint, fingerprintText, HEADER_ENTRIES, LIST_MARK } from './imported-list';
import { hashExpressions, toCanonicalHost } from './threat-service';

const HEX_HASH = /^[0-9a-f]{16,64}$/i;
const BASE64_HASH = /^[A-Za-z0-9+/]{43}=$/;
/** The IP address before the name in a line of a hosts file. */
const HOSTS_FILE = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+/;
/** The forms of a host with its subdomains: `.host`, `*.host`, `||host^`. */
const WITH_SUBDOMAINS = /^(?:\*?\.|\|\|)([^/^]+)\^?$/;
const BARE_IPV6 = /^[0-9a-f]*:[0-9a-f:]*:[0-9a-f.:]*$/i;

/** An entry of the list. `isHash` is true if the feed has only the hash of the expression. */
type Entry = { readonly fingerprint: bigint; readonly isHash: boolean };

/**
 * Returns the entry of a line; null for an unknown form. A line is an address (one that ends in a slash includes all
 * below it), a host, a host with its subdomains, or at least 8 bytes of an expression's SHA-256 in hex or base64.
 */
function parseLine(line: string): Entry | null {
  const text = line.replace(HOSTS_FILE, '').trim();
  const hash = parseHash(text);
  if (hash !== null) return { fingerprint: hash, isHash: true };
  const listed = /^https?:\/\//i.test(text) ? expressionOfUrl(text) : expressionOfHost(text);
  return listed === null ? null : { fingerprint: toBigInt(fingerprintText(listed)), isHash: false };
}

function parseHash(text: string): bigint | null {
  if (HEX_HASH.test(text) && text.length % 2 === 0) return BigInt(`0x${text.slice(0, 16)}`);
  return BASE64_HASH.test(text) ? fingerprintOfBytes(atob(text)) : null;
}

const expressionOfUrl = (text: string): string | null =>
  URL.canParse(text) ? (hashExpressions(text)[0] ?? null) : null;

function expressionOfHost(text: string): string | null {
  const [, parent] = WITH_SUBDOMAINS.exec(text) ?? [];
  const host = parseHost(parent ?? text);
  if (host === null) return null;
  return parent === undefined ? EXACT_HOST_MARK + host : `${host}/`;
}

const toBigInt = ({ high, low }: Fingerprint): bigint => (BigInt(high) << 32n) | BigInt(low);

const fingerprintOfBytes = (bytes: string): bigint =>
  BigInt(`0x${[...bytes.slice(0, 8)].map((byte) => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')}`);

function parseHost(text: string): string | null {
  const url = `http://${BARE_IPV6.test(text) ? `[${text}]` : text}/`;
  const isHost = /[.:]/.test(text) && !/[\s/@?#*\\]/.test(text) && URL.canParse(url);
  return isHost ? toCanonicalHost(url) : null;
}

type ImportResult = { readonly bytes: Uint8Array; readonly entries: number; readonly rejected: readonly number[] };

/**
 * Makes the KV value of a feed. It skips blank lines and `#` comments. `rejected` has the numbers of unreadable lines.
 */
export function importFeed(feed: string): ImportResult {
  const fingerprints = new Set<bigint>();
  const rejected: number[] = [];
  let hashes = 0;
  for (const [index, line] of feed.split(/\r?\n/).entries()) {
    const text = line.replace(/(^|\s)#.*$/, '').trim();
    if (text === '') continue;
    const entry = parseLine(text);
    if (entry === null) rejected.push(index + 1);
    else fingerprints.add(entry.fingerprint);
    hashes += Number(entry?.isHash ?? false);
  }
  return { bytes: writeList(fingerprints, hashes), entries: fingerprints.size, rejected };
}

function writeList(fingerprints: ReadonlySet<bigint>, hashes: number): Uint8Array {
  const sorted = BigUint64Array.from(fingerprints).sort();
  const view = new DataView(new ArrayBuffer((HEADER_ENTRIES + sorted.length) * 8));
  view.setBigUint64(0, LIST_MARK);
  view.setBigUint64(8, BigInt(hashes));
  for (const [index, fingerprint] of sorted.entries()) view.setBigUint64((HEADER_ENTRIES + index) * 8, fingerprint);
  return new Uint8Array(view.buffer);
}
