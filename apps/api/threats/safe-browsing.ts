/**
 * The client of Safe Browsing v5, method hashes.search. It sends the first four bytes of hashes, and never an address.
 * Source: developers.google.com/safe-browsing/reference/rest/v5/hashes/search
 */
import { expressionsOfUrl } from './expressions';
import { base64, sha256 } from './hash';
import { readSearchResponse } from './safe-browsing-response';
import { getBody, type ThreatEndpoint, type ThreatService, type TimedVerdict, UNKNOWN } from './verdict';

const PREFIX_BYTES = 4;
const MAX_CACHE_MS = 86_400_000;

export function safeBrowsing(endpoint: ThreatEndpoint): ThreatService {
  async function checkOne(address: string, now: number, signal: AbortSignal): Promise<TimedVerdict> {
    const hashes = expressionsOfUrl(address).map(sha256);
    const url = new URL('/v5/hashes:search', endpoint.baseUrl);
    // The documentation describes JSON, but the service refuses it: "Unsupported Output Format"
    // (googleapis/google-api-go-client#2534).
    url.searchParams.set('alt', 'proto');
    const prefixes = new Set(hashes.map((hash) => base64(hash.subarray(0, PREFIX_BYTES))));
    for (const prefix of prefixes) url.searchParams.append('hashPrefixes', prefix);

    const { fullHashes, cacheMs } = readSearchResponse(await getBody(url, endpoint, signal));
    const ownHashes = new Set(hashes.map(base64));
    const isUnsafe = fullHashes.some(({ hash, isThreat }) => isThreat && ownHashes.has(base64(hash)));
    return { verdict: isUnsafe ? 'unsafe' : 'safe', goodUntil: now + Math.min(cacheMs, MAX_CACHE_MS) };
  }

  return {
    check: (addresses, now, signal) =>
      Promise.all(addresses.map((address) => checkOne(address, now, signal).catch(() => UNKNOWN))),
  };
}
