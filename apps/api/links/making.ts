/** How a request to the API makes links. */
import type { AppContext } from '#api/http/context';
import { drawsOf } from '#api/http/idempotency';
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
