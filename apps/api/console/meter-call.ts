/** What is counted of an account's work in the console: as by one more key. */
import { monthExceeded, windowExceeded } from '#api/http/rate-limit';
import { callObject } from '#store/object-call';
import type { ConsoleContext } from './context';

/** The object that counts what an account makes here. No key's id holds a colon. */
export const meterNameOf = (accountId: string): string => `console:${accountId}`;

/** Counts a link that is made or edited, or a key that is made. @throws Refusal WINDOW_EXCEEDED, MONTH_EXCEEDED */
export async function meterCall(c: ConsoleContext): Promise<void> {
  const { id, plan } = c.get('account');
  const { refusal, reading } = await callObject(
    () => c.env.KEYS.getByName(meterNameOf(id)),
    async (object) => await object.meter(plan),
  );
  if (refusal === 'WINDOW') throw windowExceeded(reading, c.get('now'));
  if (refusal === 'MONTH') throw monthExceeded('MONTH_EXCEEDED', reading.monthEndsAt, c.get('now'));
}
