/** Authenticates and meters in one call of the key's object (two, the first time), and tells the caller what remains. */
import { bearerOf } from '#api/http/bearer';
import { type AppContext, refuse } from '#api/http/context';
import { leaseRequestOf } from '#api/http/idempotency';
import { exceeded, KEY_HEADERS, setRateLimitHeaders } from '#api/http/rate-limit';
import { stage } from '#api/http/stage';
import type { Admission, KnownAdmission, Settlement } from '#domain/admission';
import type { RateLimitStatus } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import { digestOf } from '#secrets/digest';
import { keyIdOf } from '#secrets/key-text';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { admitKey } from './unknown-keys';

const DESCRIBED = {
  refuses: ['KEY_MISSING', 'KEY_INVALID'],
  limits: ['WINDOW_EXCEEDED', 'MONTH_EXCEEDED'],
  tells: KEY_HEADERS,
} as const;

/**
 * 401 without a good key, 429 beyond the window or the month (specification 2.4, 4.3 and 4.4). A text that
 * cannot be a key asks no storage. An object that does not answer is a 503: never unmetered.
 */
export const authenticate = stage(DESCRIBED, async (c, next) => {
  const text = bearerOf(c.req.header('Authorization'));
  if (text === null) throw new Refusal('KEY_MISSING');
  const keyId = keyIdOf(text);
  if (keyId === null) throw new Refusal('KEY_INVALID');

  const [digest, wanted] = await Promise.all([digestOf(text), leaseRequestOf(c)]);
  const admission = await admitKey(
    c,
    (leave): Promise<Admission> =>
      callObject(
        () => c.env.KEYS.getByName(keyId),
        async (meter) => await meter.admit(keyId, digest, wanted, leave),
      ),
  );
  if (admission.outcome === 'unknown') throw new Refusal('KEY_INVALID');

  if (admission.outcome !== 'admitted') {
    c.res = refuse(c, exceeded(admission, c.get('now')));
    setRateLimitHeaders(c, admission.key.name, admission.reading);
    return;
  }
  c.set('key', admission.key);
  c.set('reading', admission.reading);
  c.set('lease', admission.lease);
  await next();
  const reading = (await settle(c, admission, wanted?.key)) ?? admission.reading;
  // The account was deleted meanwhile: whose key is good no more is told nothing.
  if (c.res.status !== 401) setRateLimitHeaders(c, admission.key.name, reading);
});

/** Refunds and settles where something is owed. An object that does not answer then cannot undo what was answered. */
async function settle(
  c: AppContext,
  admission: KnownAdmission,
  leaseKey: string | undefined,
): Promise<RateLimitStatus | null> {
  const settlement = settlementOf(c, admission, leaseKey);
  if (settlement === null) return null;
  return callObject(
    () => c.env.KEYS.getByName(admission.key.id),
    async (meter) => await meter.settle(settlement),
  ).catch((error) => {
    logFault(error, { doing: 'settle', requestId: c.get('requestId') });
    return null;
  });
}

/** What the answer owes to the key's object, or null: 429 and 5xx are refunded, a lease is kept with a 2xx or freed. */
function settlementOf(
  c: AppContext,
  { month, lease }: KnownAdmission,
  leaseKey: string | undefined,
): Settlement | null {
  const refundMonth = c.res.status >= 500 || c.res.status === 429 ? month : null;
  if (lease?.state !== 'leased' || leaseKey === undefined) {
    return refundMonth === null ? null : { refundMonth, lease: null };
  }
  return {
    refundMonth,
    lease: { key: leaseKey, leasedAt: lease.leasedAt, answer: c.get('answerToKeep') ?? null },
  };
}
