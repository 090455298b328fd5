/** An address as threat lists hold it. */
import { canonicalUrl, expressionsOf } from '#domain/canonical-url';

/** Up to 30 texts `host/path`, most exact first; none for an address without a host. */
export function expressionsOfUrl(url: string): string[] {
  const canonical = canonicalUrl(new URL(url).href);
  return canonical === null ? [] : expressionsOf(canonical);
}

/** The host without the dot of the DNS root, an IPv4 address in four decimals, also one inside an IPv6 address. */
export const canonicalHostOf = (url: string): string => canonicalUrl(new URL(url).href)?.host ?? '';
