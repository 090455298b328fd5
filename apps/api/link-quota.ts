/** The quota of links made per calendar month: off unless the operator sets one (answers, section 4). */
import { monthEndsAt } from '#domain/window';
import { callObject } from '#store/object-call';
import type { AppContext } from './context';
import type { Env } from './env';
import { logFault } from './log';
import { monthExceeded } from './metering';

/** Whose links are charged: the object that counts them, and the quota of the plan (null: none). */
type Charged = {
  readonly env: Env;
  readonly meterName: string;
  readonly quota: number | null;
  readonly now: number;
  readonly requestId: string;
};

/**
 * Makes links within a quota: charges them first, gives back what was not made.
 * @param make makes up to `granted` links, or throws where it made none
 * @throws Refusal LINKS_EXCEEDED when not one of them fits
 */
export async function withinQuota<T>(
  { env, meterName, quota, now, requestId }: Charged,
  wanted: number,
  make: (granted: number) => Promise<T>,
): Promise<T> {
  if (quota === null) return make(wanted);

  const meter = () => env.KEYS.getByName(meterName);
  const { granted, month } = await callObject(meter, async (stub) => await stub.chargeLinks(wanted, quota));
  if (granted === 0) throw monthExceeded('LINKS_EXCEEDED', monthEndsAt(month), now);
  try {
    return await make(granted);
  } catch (error) {
    // Why no link was made is told, even where its object cannot take the charge back.
    await callObject(meter, async (stub) => await stub.refundLinks(granted, month)).catch((away) =>
      logFault(away, { doing: 'refund links', requestId }),
    );
    throw error;
  }
}

/** The same for a request with a key. */
export function withinLinkQuota<T>(c: AppContext, wanted: number, make: (granted: number) => Promise<T>): Promise<T> {
  const { id, plan } = c.get('key');
  const quota = c.get('settings').linkQuota[plan];
  const charged = { env: c.env, meterName: id, quota, now: c.get('now'), requestId: c.get('requestId') };
  return withinQuota(charged, wanted, make);
}
