/** Authenticates and meters in one call of the key's object, and tells the caller what remains. */
import { Refusal } from '#domain/errors';
import { secondsUntil } from '#domain/window';
import { digestOf } from '#secrets/digest';
import { keyIdOf } from '#secrets/key-text';
import { callObject } from '#store/object-call';
import { bearerOf } from '../bearer';
import { type AppContext, createMiddleware, refuse } from '../context';
import type { Admission } from '../key-meter';

type Known = Exclude<Admission, { outcome: 'unknown' }>;

/**
 * 401 without a good key, 429 beyond the window or the month (contract, "Authentication" and "Limits"). A text that
 * cannot be a key asks no storage. An object that does not answer is a 503: never unmetered.
 */
export const authenticate = createMiddleware(async (c, next) => {
  const text = bearerOf(c.req.header('Authorization'));
  if (text === null) throw new Refusal('KEY_MISSING');
  const keyId = keyIdOf(text);
  if (keyId === null) throw new Refusal('KEY_INVALID');

  const digest = await digestOf(text);
  const meter = () => c.env.KEYS.getByName(keyId);
  const admission: Admission = await callObject(meter, async (stub) => await stub.admit(keyId, digest));
  if (admission.outcome === 'unknown') throw new Refusal('KEY_INVALID');

  if (admission.outcome === 'admitted') {
    c.set('key', admission.key);
    await next();
    if (c.res.status >= 500) await callObject(meter, async (stub) => await stub.refund(admission.month));
  } else {
    c.res = refuse(c, exceeded(admission, c.get('now')));
  }
  tellReading(c, admission);
});

function exceeded({ outcome, reading }: Known, now: number): Refusal {
  if (outcome === 'window-exceeded') {
    return new Refusal('WINDOW_EXCEEDED', { retryAfter: secondsUntil(reading.resetSeconds * 1000, now) });
  }
  const resetsAt = reading.quotaResetSeconds * 1000;
  return new Refusal('MONTH_EXCEEDED', {
    retryAfter: secondsUntil(resetsAt, now),
    resetDate: new Date(resetsAt).toISOString(),
  });
}

function tellReading(c: AppContext, { key, reading }: Known): void {
  const headers: [string, string | number][] = [
    ['X-API-Key-Name', key.name],
    ['X-RateLimit-Limit', reading.limit],
    ['X-RateLimit-Remaining', reading.remaining],
    ['X-RateLimit-Reset', reading.resetSeconds],
    ['X-Quota-Limit', reading.quota],
    ['X-Quota-Remaining', reading.quotaRemaining],
    ['X-Quota-Reset', reading.quotaResetSeconds],
  ];
  for (const [name, value] of headers) c.res.headers.set(name, String(value));
}
