/**
 * The client of Web Risk, method uris.search. A call checks one address. Source:
 * cloud.google.com/web-risk/docs/reference/rest/v1/uris/search
 */
import * as z from 'zod';
import {
  BadStatus,
  getBody,
  KNOWN_BAD_URL,
  type ThreatEndpoint,
  type ThreatService,
  type TimedVerdict,
  UNJUDGEABLE,
  UNKNOWN,
} from './threat-service';

const THREAT_TYPES = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'];
/** How many calls run at once. A worker may have six open connections, and further calls would only queue. */
const CALLS_AT_ONCE = 6;

/**
 * The schema of a response. An empty object means a safe address. The schema is strict, so that an unknown object does
 * not count as empty.
 */
const SearchResponse = z.strictObject({
  threat: z
    .object({ threatTypes: z.array(z.string()).min(1), expireTime: z.iso.datetime({ offset: true }) })
    .optional(),
});

/** The client errors whose cause is the key, the quota or the service, and not the address. */
const ABOUT_THE_SERVICE = new Set([401, 403, 404, 408, 425, 429]);

const refusesAddress = (error: unknown): boolean =>
  error instanceof BadStatus && error.status >= 400 && error.status < 500 && !ABOUT_THE_SERVICE.has(error.status);

/**
 * Removes the fragment and the user information of an address. Browsers send no fragment to a server, so the service
 * must not get it either.
 */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.hash = url.username = url.password = '';
  return url.href;
}

export function webRisk(endpoint: ThreatEndpoint): ThreatService {
  /** Gets the verdict on one address. @throws BadStatus; any error of the request or of parsing its response */
  async function search(uri: string, signal: AbortSignal): Promise<TimedVerdict> {
    const url = new URL('/v1/uris:search', endpoint.baseUrl);
    for (const type of THREAT_TYPES) url.searchParams.append('threatTypes', type);
    url.searchParams.append('uri', uri);
    const { threat } = SearchResponse.parse(JSON.parse(new TextDecoder().decode(await getBody(url, endpoint, signal))));
    // The response for a safe address has no expiry, so the verdict is not cached.
    if (threat === undefined) return { verdict: 'safe', goodUntil: 0 };
    return { verdict: 'unsafe', goodUntil: Date.parse(threat.expireTime) };
  }

  async function checkOne(
    address: string,
    signal: AbortSignal,
    checksOthers: () => Promise<boolean>,
  ): Promise<TimedVerdict> {
    try {
      return await search(withoutSecrets(address), signal);
    } catch (error) {
      return refusesAddress(error) && (await checksOthers()) ? UNJUDGEABLE : UNKNOWN;
    }
  }

  return {
    async check(addresses, _now, signal) {
      const verdicts: TimedVerdict[] = addresses.map(() => UNKNOWN);
      const waiting = addresses.entries();
      // A wrong key gets 400 as well. A refused address is therefore unjudgeable only if the service gives a verdict on
      // the known-bad address.
      let control: Promise<boolean> | undefined;
      const checksOthers = () => {
        control ??= search(KNOWN_BAD_URL, signal).then(
          () => true,
          () => false,
        );
        return control;
      };
      const worker = async () => {
        for (const [index, address] of waiting) {
          if (signal.aborted) return;
          verdicts[index] = await checkOne(address, signal, checksOthers);
        }
      };
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
      return verdicts;
    },
  };
}
