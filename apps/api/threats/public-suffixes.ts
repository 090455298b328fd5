/**
 * Public suffixes, hosts under which anybody may register a name, by the public suffix list (publicsuffix.org). Load this
 * file by a dynamic import, because the list is heavy (docs/adr/0023).
 */
import { parse } from 'tldts';

/**
 * registry: a suffix of a domain registry, such as `co.uk`. shared: a domain whose owner gives names out, such as
 * `github.io`.
 */
export type PublicSuffix = 'registry' | 'shared';

/** The kind of public suffix that a host is; null for any other host. @param host in lower case and punycode */
export function publicSuffixOf(host: string): PublicSuffix | null {
  const { publicSuffix, isPrivate } = parse(host, { allowPrivateDomains: true });
  if (publicSuffix !== host) return null;
  return isPrivate ? 'shared' : 'registry';
}
