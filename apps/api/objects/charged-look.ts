/** Looking for what a stranger names, a key or a session, at the expense of his network (docs/adr/0024). */
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import type { AddressMeters } from './address-meter';

/** Sixty a minute: more than a household mistypes, and nothing to D1. */
const LOOKS_PER_MINUTE = 60;

/** What was found, null for nothing; or until when the network may not make anybody look, epoch milliseconds. */
export type Look<T> = { readonly found: T | null } | { readonly refusedUntil: number };

/**
 * Charges a network, and looks. Only what is not there stays charged: what is there is no stranger's, and a look that
 * failed has said nothing. So at most sixty looks of one network are under way.
 * @param meterName name of the AddressMeter of the network and the purpose
 * @throws what the look throws, or ObjectUnreachable
 */
export async function chargedLook<T>(
  env: AddressMeters,
  meterName: string,
  look: () => Promise<T | null>,
): Promise<Look<T>> {
  const meter = () => env.ADDRESSES.getByName(meterName);
  const { isAdmitted, reading } = await callObject(meter, async (one) => await one.admit(LOOKS_PER_MINUTE));
  if (!isAdmitted) return { refusedUntil: reading.windowEndsAt };
  const giveBack = () =>
    callObject(meter, async (one) => await one.refund(reading.windowEndsAt)).catch((error) =>
      logFault(error, { doing: 'give a look back' }),
    );
  try {
    const found = await look();
    if (found !== null) await giveBack();
    return { found };
  } catch (error) {
    await giveBack();
    throw error;
  }
}
