/** Making a link in the console: by the API's own rules, counted as by one more key of the account. */
import type { Link } from '#domain/link';
import { callObject } from '#store/object-call';
import { drawLink } from '../draw';
import { monthExceeded, windowExceeded } from '../metering';
import { currentSettings } from '../settings';
import { shortenOne } from '../shorten-each';
import { termsOf } from '../terms';
import { type ConsoleContext, originOf } from './context';

/** The object that counts what an account makes here. No key's id holds a colon. */
const meterNameOf = (accountId: string): string => `console:${accountId}`;

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

/** @throws Refusal as POST /v2/shorten does */
export async function makeLink(c: ConsoleContext, body: Record<string, unknown>): Promise<Link> {
  await meterCall(c);
  const now = c.get('now');
  const { id: accountId, plan, reservedOverride } = c.get('account');
  const settings = await currentSettings(c.env, now);
  const terms = termsOf(
    { config: c.get('config'), settings, origin: originOf(c) },
    { accountId, plan, reservedOverride },
  );
  const making = {
    env: c.env,
    now,
    requestId: c.get('requestId'),
    terms,
    drawOf: drawLink,
    meterName: meterNameOf(accountId),
    quota: settings.linkQuota[plan],
  };
  return shortenOne(making, body);
}
