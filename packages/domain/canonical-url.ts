import { canonicalHost, splitAtFirst } from './canonical-host';
import { escapedOnce, unescapedFully } from './percent';

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
export function canonicalUrl(url: string): CanonicalUrl | null {
  const [withoutFragment] = splitAtFirst(url, '#');
  const bytes = unescapedFully(trimmed(withoutFragment.replace(/[\t\r\n]/g, '')));
  if (bytes === null) return null;
  const [, scheme = 'http', rest = bytes] = /^([a-z][a-z0-9+.-]*):\/\/(.*)/is.exec(bytes) ?? [];
  const authority = rest.replace(/[/?].*/s, '');
  const found = canonicalHost(authority);
  if (!found) return null;
  const tail = rest.slice(authority.length);
  const [rawPath, rawQuery] = splitAtFirst(tail, '?');
  const host = escapedOnce(found.host);
  const path = escapedOnce(resolvedPath(rawPath));
  const query = tail.includes('?') ? escapedOnce(rawQuery) : null;
  const href = `${scheme.toLowerCase()}://${host}${path}${query === null ? '' : `?${query}`}`;
  return { href, scheme: scheme.toLowerCase(), host, isAddress: found.isAddress, path, query };
}

/**
 * The expressions `host/path` under which a list may hold a URL: at most 30, the exact one first. Up to five hosts are
 * the host itself and suffixes of its last five labels. Up to six paths are the path with its query, the path without
 * it, and four prefixes from the root.
 */
export function expressionsOf({ host, isAddress, path, query }: CanonicalUrl): string[] {
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
function resolvedPath(path: string): string {
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  const isFolder = /\/\.{0,2}$/.test(path);
  return segments.length === 0 ? '/' : `/${segments.join('/')}${isFolder ? '/' : ''}`;
}

/** Removes spaces at both ends. `String.trim` would also remove 0xA0, which is an ordinary byte here. */
function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (text.charAt(start) === ' ') start++;
  while (text.charAt(end - 1) === ' ') end--;
  return text.slice(start, end);
}
