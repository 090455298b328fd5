/** Converts addresses to the form of threat lists. */
import { canonicalUrl, expressionsOf } from '#domain/canonical-url';

/** Returns the expressions of an address, at most 30, the most exact first. An address without a host has none. */
export function expressionsOfUrl(url: string): string[] {
  const canonical = canonicalUrl(new URL(url).href);
  return canonical === null ? [] : expressionsOf(canonical);
}

/**
 * Returns the host of an address, without a trailing dot. An IPv4 address, even one inside an IPv6 address, is written
 * as four decimal numbers. For an address without a host it returns an empty text.
 */
export const canonicalHostOf = (url: string): string => canonicalUrl(new URL(url).href)?.host ?? '';
