/**
 * Recognises public suffixes, hosts under which anybody may register a name (publicsuffix.org). Import this file
 * dynamically, because its list is large (docs/threats.md).
 */
import { parse } from 'tldts';

/**
 * The kind of a public suffix. registry: a suffix of a domain registry, such as `co.uk`. shared: a domain whose owner
 * assigns names, such as `github.io`.
 */
export type PublicSuffix = 'registry' | 'shared';

/** Returns the kind of a public suffix; null for any other host. @param host a host in lower case and punycode */
export function findPublicSuffix(host: string): PublicSuffix | null {
  const { publicSuffix, isPrivate } = parse(host, { allowPrivateDomains: true });
  if (publicSuffix !== host) return null;
  return isPrivate ? 'shared' : 'registry';
}
