/**
 * Authenticates and meters a request in one call of the key's object (docs/design/keys-and-metering.md), and sets the
 * headers of limits.
 */
import type { Next } from 'hono';
import type { Admission, KnownAdmission, Settlement } from '#domain/admission';
import type { RateLimitStatus } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import { digestOf } from '#secrets/digest';
import { keyIdOf } from '#secrets/key-text';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { bearerOf } from './bearer';
import { type AppContext, refuse } from './context';
import { isAllowedOrigin, setCorsHeaders } from './cors';
import { leaseRequestOf } from './idempotency';
import { exceeded, KEY_HEADERS, setRateLimitHeaders } from './rate-limit';
import { stage } from './stage';
import { admitKey } from './unknown-keys';

const LIMITED = {
  refuses: ['KEY_MISSING', 'KEY_INVALID'],
  headers: KEY_HEADERS,
  limits: ['WINDOW_EXCEEDED', 'MONTH_EXCEEDED', 'ORIGIN_NOT_ALLOWED'],
} as const;

/**
 * Refuses a request without a valid key with 401, and a request beyond the window or the month with 429. A request from
 * the page of an origin that the key does not list gets 403 (specification 2.4, 4.3, 4.4 and 12.10). A text that cannot
 * be a key costs no read. If the object does not respond, the response is 503.
 */
export const authenticate = stage(LIMITED, (c, next) => authenticated(c, next, { isLimited: true }));

/**
 * Does what `authenticate` does, but admits a call in a full window or a used-up month, unless the key has origins
 * (specification 12.11).
 */
export const authenticateBeyondLimits = stage(LIMITED, (c, next) => authenticated(c, next, { isLimited: false }));

async function authenticated(c: AppContext, next: Next, { isLimited }: { isLimited: boolean }): Promise<void> {
  const text = bearerOf(c.req.header('Authorization'));
  if (text === null) throw new Refusal('KEY_MISSING');
  const keyId = keyIdOf(text);
  if (keyId === null) throw new Refusal('KEY_INVALID');

  const [digest, leaseRequest] = await Promise.all([digestOf(text), leaseRequestOf(c)]);
  const admission = await admitKey(
    c,
    keyId,
    (permission): Promise<Admission> =>
      callObject(
        () => objectNamed(c.env, c.env.KEYS, keyId),
        async (meter) => await meter.admit(keyId, digest, leaseRequest, permission),
      ),
  );
  if (admission.outcome === 'unknown') {
    c.res = refuse(c, new Refusal('KEY_INVALID'));
    setCorsHeaders(c, admission.origins ?? null);
    return;
  }

  const { origins } = admission.key.rights;
  if ((isLimited || origins !== null) && admission.outcome !== 'admitted') {
    c.res = refuse(c, exceeded(admission, c.get('now')));
    setRateLimitHeaders(c, admission.key.name, admission.reading);
    setCorsHeaders(c, origins);
    return;
  }
  c.set('key', admission.key);
  c.set('reading', admission.reading);
  c.set('lease', admission.lease);
  if (isAllowedOrigin(c, origins)) await next();
  else c.res = refuse(c, new Refusal('ORIGIN_NOT_ALLOWED'));
  const reading = (await settle(c, admission, leaseRequest?.key)) ?? admission.reading;
  // A 401 here means that the account was deleted meanwhile. The response to an invalid key has no such headers.
  if (c.res.status !== 401) setRateLimitHeaders(c, admission.key.name, reading);
  setCorsHeaders(c, origins);
}

/**
 * Sends the settlement to the key's object, if there is one. A failure is only logged, because the response is made.
 */
async function settle(
  c: AppContext,
  admission: KnownAdmission,
  leaseKey: string | undefined,
): Promise<RateLimitStatus | null> {
  const settlement = settlementOf(c, admission, leaseKey);
  if (settlement === null) return null;
  return callObject(
    () => objectNamed(c.env, c.env.KEYS, admission.key.id),
    async (meter) => await meter.settle(settlement),
  ).catch((error) => {
    logFault(error, { doing: 'settle', requestId: c.get('requestId') });
    return null;
  });
}

/**
 * Returns what the key's object must record after the response; null for nothing. A 429 and a 5xx refund the call, if
 * it was charged. A 2xx is stored with its lease; any other status frees the lease.
 */
function settlementOf(
  c: AppContext,
  { outcome, month, lease }: KnownAdmission,
  leaseKey: string | undefined,
): Settlement | null {
  const isRefunded = outcome === 'admitted' && (c.res.status >= 500 || c.res.status === 429);
  const refundMonth = isRefunded ? month : null;
  if (lease?.state !== 'leased' || leaseKey === undefined) {
    return refundMonth === null ? null : { refundMonth, lease: null };
  }
  return {
    refundMonth,
    lease: { key: leaseKey, leasedAt: lease.leasedAt, answer: c.get('responseToKeep') ?? null },
  };
}
