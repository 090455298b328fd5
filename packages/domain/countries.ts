/** Countries, as the platform names them for a request. */

/**
 * Returns an ISO 3166-1 code, or T1, which the platform sets for Tor; null for an unknown country, which is XX there
 * (developers.cloudflare.com/workers/runtime-apis/request/).
 */
export const knownCountry = (country: string): string | null =>
  /^[A-Z][A-Z0-9]$/.test(country) && country !== 'XX' ? country : null;
