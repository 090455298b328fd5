/**
 * Web Risk, uris.search: one address a call.
 * Source: cloud.google.com/web-risk/docs/reference/rest/v1/uris/search
 */
import * as z from 'zod';
import { askJson, type Endpoint, type ThreatService, UNKNOWN, type Verdict } from './verdict';

const THREAT_TYPES = ['MALWARE', 'SOCIAL_ENGINEERING', 'UNWANTED_SOFTWARE'];
/** A Worker has six connections at once; more would only queue. */
const CALLS_AT_ONCE = 6;

/** An empty object is a clean address. Strict: an error that came with a 200 must not pass for one. */
const Answer = z.strictObject({
  threat: z
    .object({ threatTypes: z.array(z.string()).min(1), expireTime: z.iso.datetime({ offset: true }) })
    .optional(),
});

/** What stands behind # never reaches a destination's server, so it is no business of a third party either. */
function withoutSecrets(address: string): string {
  const url = new URL(address);
  url.hash = url.username = url.password = '';
  return url.href;
}

export function webRisk(endpoint: Endpoint): ThreatService {
  async function checkOne(address: string, signal: AbortSignal): Promise<Verdict> {
    const url = new URL('/v1/uris:search', endpoint.baseUrl);
    for (const type of THREAT_TYPES) url.searchParams.append('threatTypes', type);
    url.searchParams.append('uri', withoutSecrets(address));
    const { threat } = Answer.parse(await askJson(url, endpoint, signal));
    // The form gives a clean address no time to be kept.
    if (threat === undefined) return { status: 'safe', goodUntil: 0 };
    return { status: 'unsafe', goodUntil: Date.parse(threat.expireTime) };
  }

  return {
    async check(addresses, _now, signal) {
      const verdicts: Verdict[] = addresses.map(() => UNKNOWN);
      const waiting = addresses.entries();
      const worker = async () => {
        for (const [index, address] of waiting) {
          if (signal.aborted) return;
          verdicts[index] = await checkOne(address, signal).catch(() => UNKNOWN);
        }
      };
      await Promise.all(Array.from({ length: CALLS_AT_ONCE }, worker));
      return verdicts;
    },
  };
}
