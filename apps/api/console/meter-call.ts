/** The metering of the console. The console counts like one more key of the account (specification 14.5). */
import { monthExceeded, windowExceeded } from '#api/http/rate-limit';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { ConsoleContext } from './context';

/** The name of the KeyMeter that counts for an account's console. The colon keeps it apart from ids of keys. */
export const meterNameOf = (accountId: string): string => `console:${accountId}`;

/**
 * Counts one call. Making or editing a link and making a key are calls.
 * @throws Refusal WINDOW_EXCEEDED, MONTH_EXCEEDED
 */
export async function meterCall(c: ConsoleContext): Promise<void> {
  const { id, plan } = c.get('account');
  const { refusal, reading } = await callObject(
    () => objectNamed(c.env, c.env.KEYS, meterNameOf(id)),
    async (object) => await object.meter(plan),
  );
  if (refusal === 'WINDOW') throw windowExceeded(reading, c.get('now'));
  if (refusal === 'MONTH') throw monthExceeded('MONTH_EXCEEDED', reading.monthEndsAt, c.get('now'));
}
