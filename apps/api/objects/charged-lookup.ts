/** Charges lookups of unknown keys and sessions to the client's network (docs/adr/0024). */
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { AddressMeters } from './address-meter';

/**
 * How many lookups a network may have a minute. People mistype fewer keys, and sixty lookups are little work for D1.
 */
const LOOKUPS_PER_MINUTE = 60;

/** What a lookup found, or null; or the time until which the network's lookups are refused, epoch milliseconds. */
export type Lookup<T> = { readonly found: T | null } | { readonly refusedUntil: number };

/**
 * Charges a network and then runs a lookup, so that at most sixty lookups of a network run at once. A lookup that finds
 * something or fails is refunded.
 * @param meterName the name of the AddressMeter of the network and the purpose
 * @throws what the lookup throws, or ObjectUnreachable
 */
export async function chargedLookup<T>(
  env: AddressMeters,
  meterName: string,
  find: () => Promise<T | null>,
): Promise<Lookup<T>> {
  const meter = () => objectNamed(env, env.ADDRESSES, meterName);
  const { isAdmitted, reading } = await callObject(meter, async (one) => await one.admit(LOOKUPS_PER_MINUTE));
  if (!isAdmitted) return { refusedUntil: reading.windowEndsAt };
  const refund = () =>
    callObject(meter, async (one) => await one.refund(reading.windowEndsAt)).catch((error) =>
      logFault(error, { doing: 'refund a lookup' }),
    );
  try {
    const found = await find();
    if (found !== null) await refund();
    return { found };
  } catch (error) {
    await refund();
    throw error;
  }
}
