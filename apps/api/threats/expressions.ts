/** Addresses in the form of threat lists. */
import { canonicalUrl, expressionsOf } from '#domain/canonical-url';

/** The expressions `host/path` of an address, at most 30, the most exact first; none for an address without a host. */
export function expressionsOfUrl(url: string): string[] {
  const canonical = canonicalUrl(new URL(url).href);
  return canonical === null ? [] : expressionsOf(canonical);
}

/**
 * The host of an address without a trailing dot. An IPv4 address, also one inside an IPv6 address, is in four decimals.
 */
export const canonicalHostOf = (url: string): string => canonicalUrl(new URL(url).href)?.host ?? '';
