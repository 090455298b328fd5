/**
 * The client of Web Risk, uris.search. A call judges one address.
 * Source: cloud.google.com/web-risk/docs/reference/rest/v1/uris/search
 */
import * as z from 'zod';
import { MAX_URL_LENGTH } from '#domain/link';
import { KNOWN_BAD_URL } from './embedded-list';
import { ask, BadStatus, type ThreatEndpoint, type ThreatService, UNJUDGEABLE, UNKNOWN, type Verdict } from './verdict';

const THREAT_TYPES = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'];
/** A Worker may have six connections open at once. Further ones would only queue. */
const CALLS_AT_ONCE = 6;

/**
 * The response. An empty object means a clean address, so the schema is strict: an error in a 200 must not pass for one.
 */
const SearchResponse = z.strictObject({
  threat: z
    .object({ threatTypes: z.array(z.string()).min(1), expireTime: z.iso.datetime({ offset: true }) })
    .optional(),
});

/** Client errors whose cause is the key, the quota or the moment, and not the address. */
const ABOUT_THE_SERVICE = new Set([401, 403, 404, 408, 425, 429]);

const refusesAddress = (error: unknown): boolean =>
  error instanceof BadStatus && error.status >= 400 && error.status < 500 && !ABOUT_THE_SERVICE.has(error.status);

/**
 * The address without fragment and user information. No server of the destination sees a fragment, so no service must.
 */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.hash = url.username = url.password = '';
  return url.href;
}

export function webRisk(endpoint: ThreatEndpoint): ThreatService {
  /** Asks for the verdict on one address. @throws BadStatus; any error of the request or of reading its response */
  async function search(uri: string, signal: AbortSignal): Promise<Verdict> {
    const url = new URL('/v1/uris:search', endpoint.baseUrl);
    for (const type of THREAT_TYPES) url.searchParams.append('threatTypes', type);
    url.searchParams.append('uri', uri);
    const { threat } = SearchResponse.parse(JSON.parse(new TextDecoder().decode(await ask(url, endpoint, signal))));
    // The response for a clean address has no expiry, so the verdict is not cached.
    if (threat === undefined) return { status: 'safe', goodUntil: 0 };
    return { status: 'unsafe', goodUntil: Date.parse(threat.expireTime) };
  }

  async function checkOne(
    address: string,
    signal: AbortSignal,
    judgesOthers: () => Promise<boolean>,
  ): Promise<Verdict> {
    const uri = withoutSecrets(address);
    if (uri.length > MAX_URL_LENGTH) return UNJUDGEABLE;
    try {
      return await search(uri, signal);
    } catch (error) {
      return refusesAddress(error) && (await judgesOthers()) ? UNJUDGEABLE : UNKNOWN;
    }
  }

  return {
    async check(addresses, _now, signal) {
      const verdicts: Verdict[] = addresses.map(() => UNKNOWN);
      const waiting = addresses.entries();
      // A wrong key is a 400 as well. So a refusal counts as unjudgeable only if the service judges the control
      // address.
      let control: Promise<boolean> | undefined;
      const judgesOthers = () => {
        control ??= search(KNOWN_BAD_URL, signal).then(
          () => true,
          () => false,
        );
        return control;
      };
      const worker = async () => {
        for (const [index, address] of waiting) {
          if (signal.aborted) return;
          verdicts[index] = await checkOne(address, signal, judgesOthers);
        }
      };
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
      return verdicts;
    },
  };
}
