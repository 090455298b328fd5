/**
 * Safe Browsing v5, hashes.search: only four bytes of hashes leave the house, never an address.
 * Source: developers.google.com/safe-browsing/reference/rest/v5/hashes/search
 */
import * as z from 'zod';
import { expressionsOfUrl } from './expressions';
import { base64, sha256 } from './hash';
import { ask, type Endpoint, type ThreatService, UNKNOWN, type Verdict } from './verdict';

const PREFIX_BYTES = 4;
const MAX_CACHE_MS = 86_400_000;

/** A detail with a type or an attribute unknown here must be passed over whole (the service's forward compatibility). */
const THREAT_TYPES = new Set(['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE', 'POTENTIALLY_HARMFUL_APPLICATION']);

const Detail = z.object({ threatType: z.string(), attributes: z.array(z.string()).default([]) });
const Answer = z.object({
  fullHashes: z.array(z.object({ fullHash: z.string(), fullHashDetails: z.array(Detail).default([]) })).default([]),
  cacheDuration: z.string().regex(/^\d+(\.\d+)?s$/),
});

// CANARY is not to be enforced, and FRAME_ONLY not for an address that is visited itself: no attribute at all counts.
const isThreat = ({ threatType, attributes }: z.output<typeof Detail>): boolean =>
  THREAT_TYPES.has(threatType) && attributes.length === 0;

export function safeBrowsing(endpoint: Endpoint): ThreatService {
  async function checkOne(address: string, now: number, signal: AbortSignal): Promise<Verdict> {
    const hashes = expressionsOfUrl(address).map(sha256);
    const url = new URL('/v5/hashes:search', endpoint.baseUrl);
    const prefixes = new Set(hashes.map((hash) => base64(hash.subarray(0, PREFIX_BYTES))));
    for (const prefix of prefixes) url.searchParams.append('hashPrefixes', prefix);

    const { fullHashes, cacheDuration } = Answer.parse(
      JSON.parse(new TextDecoder().decode(await ask(url, endpoint, signal))),
    );
    const own = new Set(hashes.map(base64));
    const isUnsafe = fullHashes.some((one) => own.has(one.fullHash) && one.fullHashDetails.some(isThreat));
    const goodUntil = now + Math.min(Number.parseFloat(cacheDuration) * 1000, MAX_CACHE_MS);
    return { status: isUnsafe ? 'unsafe' : 'safe', goodUntil };
  }

  return {
    check: (addresses, now, signal) =>
      Promise.all(addresses.map((address) => checkOne(address, now, signal).catch(() => UNKNOWN))),
  };
}
