/** The canonical form of a URL, and the expressions under which threat lists hold it. */
import { formatIpv4 } from './denylist';

/**
 * A URL in canonical form, from which threat lists are made. `query` is null without a `?`, and '' after a bare `?`.
 */
type CanonicalUrl = {
  href: string;
  scheme: string;
  host: string;
  isAddress: boolean;
  path: string;
  query: string | null;
};

const MAX_HOST_LABELS = 5;
const MAX_PATH_PREFIXES = 4;

/**
 * The canonical form of a URL by the rules of Safe Browsing v4 and Web Risk; null for a URL without a host.
 * @param url a byte string, one character per byte: `new URL(url).href`. Its host is punycode, and the rest
 * percent-encoded UTF-8. A character above 0xff gives null.
 * Source: developers.google.com/safe-browsing/v4/urls-hashing, cloud.google.com/web-risk/docs/urls-hashing
 */
export function canonicalizeUrl(url: string): CanonicalUrl | null {
  const [withoutFragment] = splitAtFirst(url, '#');
  const bytes = unescapeFully(trimSpaces(withoutFragment.replace(/[\t\r\n]/g, '')));
  if (bytes === null) return null;
  const [, scheme = 'http', rest = bytes] = /^([a-z][a-z0-9+.-]*):\/\/(.*)/is.exec(bytes) ?? [];
  const authority = rest.replace(/[/?].*/s, '');
  const found = canonicalizeHost(authority);
  if (!found) return null;
  const tail = rest.slice(authority.length);
  const [rawPath, rawQuery] = splitAtFirst(tail, '?');
  const host = escapeOnce(found.host);
  const path = escapeOnce(resolvePath(rawPath));
  const query = tail.includes('?') ? escapeOnce(rawQuery) : null;
  const href = `${scheme.toLowerCase()}://${host}${path}${query === null ? '' : `?${query}`}`;
  return { href, scheme: scheme.toLowerCase(), host, isAddress: found.isAddress, path, query };
}

/**
 * The expressions `host/path` under which a list may hold a URL: at most 30, the exact one first. Up to five hosts are
 * the host itself and suffixes of its last five labels. Up to six paths are the path with its query, the path without
 * it, and four prefixes from the root.
 */
export function listExpressions({ host, isAddress, path, query }: CanonicalUrl): string[] {
  const hosts = isAddress ? [host] : hostSuffixes(host);
  const paths = pathPrefixes(path);
  if (query) paths.unshift(`${path}?${query}`);
  return hosts.flatMap((suffix) => paths.map((prefix) => suffix + prefix));
}

function hostSuffixes(host: string): string[] {
  const labels = host.split('.');
  const hosts = [host];
  // The top-level label alone is left out, and so are suffixes of more than five labels.
  const first = Math.max(1, labels.length - MAX_HOST_LABELS);
  for (let from = first; from < labels.length - 1; from++) hosts.push(labels.slice(from).join('.'));
  return hosts;
}

function pathPrefixes(path: string): string[] {
  const prefixes = new Set([path]);
  let slash = 0;
  for (let count = 0; count < MAX_PATH_PREFIXES && slash >= 0; count++) {
    prefixes.add(path.slice(0, slash + 1));
    slash = path.indexOf('/', slash + 1);
  }
  return [...prefixes];
}

/** Resolves `.` and `..` in a path, and collapses its slashes. The query of the URL stays as it is. */
function resolvePath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const isFolder = /\/\.{0,2}$/.test(path);
  return segments.length === 0 ? '/' : `/${segments.join('/')}${isFolder ? '/' : ''}`;
}

/** Removes spaces at both ends. `String.trim` would also remove 0xA0, which is an ordinary byte here. */
function trimSpaces(text: string): string {
  let start = 0;
  let end = text.length;
  while (text.charAt(start) === ' ') start++;
  while (text.charAt(end - 1) === ' ') end--;
  return text.slice(start, end);
}

const NUMBER = /^(?:0x[0-9a-f]+|[0-9]+)$/i;
const OCTAL = /^[0-7]+$/;
const LARGEST = 0xff_ff_ff_ff;

/** IPv6 forms that embed an IPv4 address in their last two groups: mapped (RFC 4291) and NAT64 (RFC 6052). */
const EMBEDS_IPV4 = /^\[(?:::ffff:|64:ff9b::)([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/;

/** A host in canonical form. `isAddress` is true for an IP address, which has no suffixes to look up. */
type CanonicalHost = { host: string; isAddress: boolean };

/**
 * The host of a URL in canonical form: lower case, without user information and port, without leading, trailing and
 * doubled dots. An IPv4 address becomes four decimal numbers. Null where no host is left.
 * Source: developers.google.com/safe-browsing, "URLs and Hashing", on host names.
 */
export function canonicalizeHost(authority: string): CanonicalHost | null {
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  if (hostAndPort.startsWith('[')) return canonicalizeBracketedHost(hostAndPort);
  const [name, port] = splitAtFirst(hostAndPort, ':');
  if (/[^0-9]/.test(port)) return null;
  const host = toAsciiLowerCase(name.split('.').filter(Boolean).join('.'));
  if (host === '') return null;
  const address = parseIpv4(host);
  return address ? { host: address, isAddress: true } : { host, isAddress: false };
}

/**
 * An IPv4 address as four decimal numbers; null for any other host. A part may be decimal, octal or hexadecimal, and
 * there may be fewer than four parts, as resolvers accept. Of a part that is too large only the low bytes count, as
 * published.
 */
export function parseIpv4(host: string): string | null {
  const parts = host.split('.', 5);
  if (parts.length > 4) return null;
  const bytes: number[] = [];
  for (const [index, part] of parts.entries()) {
    const value = parseNumber(part);
    if (value === null) return null;
    const width = index === parts.length - 1 ? 5 - parts.length : 1;
    for (let byte = width - 1; byte >= 0; byte--) bytes.push(Math.floor(value / 256 ** byte) % 256);
  }
  return bytes.join('.');
}

function parseNumber(part: string): number | null {
  if (!NUMBER.test(part)) return null;
  const isOctal = /^0[0-9]/.test(part);
  if (isOctal && !OCTAL.test(part)) return null;
  const value = isOctal ? Number.parseInt(part, 8) : Number(part);
  return value <= LARGEST ? value : null;
}

/**
 * The canonical form of a host in brackets, which the caller's `new URL` has compressed. A host that embeds an IPv4
 * address becomes that address (Safe Browsing v5).
 */
function canonicalizeBracketedHost(hostAndPort: string): CanonicalHost | null {
  const close = hostAndPort.indexOf(']');
  if (close < 2 || !/^(?::[0-9]*)?$/.test(hostAndPort.slice(close + 1))) return null;
  const host = toAsciiLowerCase(hostAndPort.slice(0, close + 1));
  const embedded = EMBEDS_IPV4.exec(host)?.slice(1);
  return { host: embedded ? formatIpv4(...embedded) : host, isAddress: true };
}

/** Makes ASCII letters lower case. A byte above 0x7f is no letter here, although it is one in Latin-1. */
function toAsciiLowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Splits a text at its first `mark`, and leaves that mark out. Without a mark the second part is ''. */
function splitAtFirst(text: string, mark: string): [before: string, after: string] {
  const at = text.indexOf(mark);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** The value of a hexadecimal digit by its character code; -1 for any other byte. */
function hexValue(code: number): number {
  if (code <= 0x39) return code - 0x30;
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

/**
 * Removes percent-escapes until none is left; null where a character is no byte. Escapes never overlap, so one pass
 * over a stack gives what repeated passes give. Each removal takes two bytes away, so the time is linear even for
 * `%252525…`.
 */
export function unescapeFully(text: string): string | null {
  const stack = new Uint8Array(text.length);
  let height = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > 0xff) return null;
    stack[height++] = code;
    // No escape is ever left on the stack, so only its last three bytes can form a new one.
    while (height >= 3 && stack[height - 3] === 0x25) {
      const high = hexValue(stack[height - 2] ?? 0);
      const low = hexValue(stack[height - 1] ?? 0);
      if (high < 0 || low < 0) break;
      height -= 2;
      stack[height - 1] = high * 16 + low;
    }
  }
  return fromBytes(stack.subarray(0, height));
}

/**
 * The canonical text of each byte. Bytes up to 0x20, bytes from 0x7f, `#` and `%` are escaped, with upper-case digits.
 */
const CANONICAL_TEXT: readonly string[] = Array.from({ length: 256 }, (_, byte) => {
  const sign = String.fromCharCode(byte);
  const isPlain = byte > 0x20 && byte < 0x7f && sign !== '#' && sign !== '%';
  return isPlain ? sign : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
});

/** Escapes each byte of a byte string once. */
function escapeOnce(bytes: string): string {
  let text = '';
  for (let at = 0; at < bytes.length; at++) text += CANONICAL_TEXT[bytes.charCodeAt(at)];
  return text;
}

/** Makes a text of bytes. It works in slices, because a call takes a limited number of arguments. */
function fromBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 4096) text += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return text;
}
