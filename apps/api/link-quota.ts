/** The quota of links made per calendar month: off unless the operator sets one (answers, section 4). */
import { monthEndsAt } from '#domain/window';
import { callObject } from '#store/object-call';
import type { AppContext } from './context';
import { logFault } from './log';
import { monthExceeded } from './metering';

/**
 * Makes links within the quota: charges them first, gives back what was not made.
 * @param make makes up to `granted` links, or throws where it made none
 * @throws Refusal LINKS_EXCEEDED when not one of them fits
 */
export async function withinLinkQuota<T>(
  c: AppContext,
  wanted: number,
  make: (granted: number) => Promise<T>,
): Promise<T> {
  const { id, plan } = c.get('key');
  const quota = c.get('settings').linkQuota[plan];
  if (quota === null) return make(wanted);

  const meter = () => c.env.KEYS.getByName(id);
  const { granted, month } = await callObject(meter, async (stub) => await stub.chargeLinks(wanted, quota));
  if (granted === 0) throw monthExceeded('LINKS_EXCEEDED', monthEndsAt(month), c.get('now'));
  try {
    return await make(granted);
  } catch (error) {
    // Why no link was made is told, even where its object cannot take the charge back.
    await callObject(meter, async (stub) => await stub.refundLinks(granted, month)).catch((away) =>
      logFault(away, { doing: 'refund links', requestId: c.get('requestId') }),
    );
    throw error;
  }
}
