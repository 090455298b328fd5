/** The expressions of an address, as threat lists hold them. */
import { canonicalUrl, expressionsOf } from '#domain/canonical-url';

/** Up to 30 texts `host/path`, most exact first; none for an address without a host. */
export function expressionsOfUrl(url: string): string[] {
  const canonical = canonicalUrl(new URL(url).href);
  return canonical === null ? [] : expressionsOf(canonical);
}
