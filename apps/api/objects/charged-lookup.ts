/** Charges look-ups of unknown keys and sessions to the client's network (docs/adr/0024). */
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { AddressMeters } from './address-meter';

/** Sixty a minute: more than a household mistypes, and nothing to D1. */
const LOOKUPS_PER_MINUTE = 60;

/** What was found, null for nothing; or until when the network may not make anybody look, epoch milliseconds. */
export type Lookup<T> = { readonly found: T | null } | { readonly refusedUntil: number };

/**
 * Charges a network and then runs a look-up, so that at most sixty look-ups of a network run at once. The charge stays
 * only if nothing was found; a look-up that finds something or fails is refunded.
 * @param meterName name of the AddressMeter of the network and the purpose
 * @throws what the look-up throws, or ObjectUnreachable
 */
export async function chargedLookup<T>(
  env: AddressMeters,
  meterName: string,
  find: () => Promise<T | null>,
): Promise<Lookup<T>> {
  const meter = () => objectNamed(env, env.ADDRESSES, meterName);
  const { isAdmitted, reading } = await callObject(meter, async (one) => await one.admit(LOOKUPS_PER_MINUTE));
  if (!isAdmitted) return { refusedUntil: reading.windowEndsAt };
  const giveBack = () =>
    callObject(meter, async (one) => await one.refund(reading.windowEndsAt)).catch((error) =>
      logFault(error, { doing: 'refund a lookup' }),
    );
  try {
    const found = await find();
    if (found !== null) await giveBack();
    return { found };
  } catch (error) {
    await giveBack();
    throw error;
  }
}
