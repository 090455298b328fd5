/** How a request to the API makes links. */
import type { AppContext } from '#api/http/context';
import { type Draw, drawLink, sharedDraw } from './draw';
import type { Making } from './shorten-each';
import { type Caller, termsFor } from './terms';

/**
 * @param caller its id names the object that counts its links
 * @param quota links it may make in a month; null: as many as it likes
 */
export const makingFor = (
  c: AppContext,
  caller: Caller & { readonly id: string },
  quota: number | null = c.get('settings').linkQuota[caller.plan],
): Making => ({
  env: c.env,
  now: c.get('now'),
  requestId: c.get('requestId'),
  terms: termsFor(c, caller),
  drawOf: drawsOf(c),
  meterName: caller.id,
  quota,
});

/** What this request draws for its items, by their places: anew, or as the first run under its Idempotency-Key did. */
function drawsOf(c: AppContext): (item: number) => Draw {
  const lease = c.get('lease');
  if (lease?.state !== 'leased') return drawLink;
  const requestHash = c.get('requestHash') ?? '';
  return (item) => sharedDraw(lease.draw, requestHash, item);
}
