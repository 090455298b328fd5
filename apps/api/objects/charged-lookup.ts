/** Charges lookups of unknown keys and sessions to the client's network (docs/design/keys-and-metering.md). */
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { AddressMeters } from './address-meter';
import { countOfNetwork, type NetworkMeter, type RefusedNetwork } from './network-meter';

/**
 * How many lookups a network may have a minute. People mistype fewer keys, and sixty lookups are little work for D1.
 */
const LOOKUPS_PER_MINUTE = 60;

/** What a lookup found, or null; or the time until which the network's lookups are refused. */
export type Lookup<T> = { readonly found: T | null } | RefusedNetwork;

/**
 * Charges a network and then runs a lookup, so that at most sixty lookups of a network run at once. A lookup that finds
 * something or fails is refunded.
 * @param charged the meter of the network and the purpose
 * @throws what the lookup throws, or ObjectUnreachable
 */
export async function chargedLookup<T>(
  env: AddressMeters,
  charged: NetworkMeter,
  find: () => Promise<T | null>,
): Promise<Lookup<T>> {
  const { isAdmitted, isWide, reading } = await countOfNetwork(env, charged, LOOKUPS_PER_MINUTE);
  if (!isAdmitted) return { refusedUntil: reading.windowEndsAt, ...(isWide && { isWide }) };
  const refund = () =>
    callObject(
      () => objectNamed(env, env.ADDRESSES, charged.meter),
      async (one) => await one.refund(reading.windowEndsAt, charged.network),
    ).catch((error) => logFault(error, { doing: 'refund a lookup' }));
  try {
    const found = await find();
    if (found !== null) await refund();
    return { found };
  } catch (error) {
    await refund();
    throw error;
  }
}
