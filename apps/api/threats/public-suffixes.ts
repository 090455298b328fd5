/**
 * Hosts under which anybody may have a name, by the public suffix list (publicsuffix.org). It is heavy: import it where it
 * is needed (docs/adr/0023).
 */
import { parse } from 'tldts';

/** registry: a top-level domain or a part of one, `co.uk`. shared: a domain whose owner gives out names, `github.io`. */
export type PublicSuffix = 'registry' | 'shared';

/** What kind of public suffix a host is; null for a host that is none. @param host lower case, punycode */
export function publicSuffixOf(host: string): PublicSuffix | null {
  const { publicSuffix, isPrivate } = parse(host, { allowPrivateDomains: true });
  if (publicSuffix !== host) return null;
  return isPrivate ? 'shared' : 'registry';
}
