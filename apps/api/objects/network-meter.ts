/**
 * The minute of a client's network and of its wide network, in one object per wide network and purpose. A client with a
 * whole /48 creates one object, and not one for each of its 65,536 networks. Lookups of unknown keys and sessions are
 * charged to it (docs/design/keys-and-metering.md).
 */
import { digestAddress, toNetwork, toWideNetwork } from '#secrets/client-address';
import { logFault } from '#store/faults';
import { makeExpiringNames } from '#store/isolate';
import { callObject, type Locality, objectNamed } from '#store/objects';
import type { AddressMeter } from './address-meter';

/** The bindings by which these objects are called. */
export type AddressMeters = Locality & { readonly ADDRESSES: DurableObjectNamespace<AddressMeter> };

/** How many times the limit of a network a wide network has. */
const WIDER = 10;
/** The part of a network's digest that its object stores. 96 bits distinguish the networks of a wide network. */
const DIGEST_LENGTH = 16;

/** The object of a wide network, and the network in it. */
export type NetworkMeter = { readonly meter: string; readonly network: string };

/** The meter of a client for one purpose. Neither the object's name nor its state holds a client address. */
export async function nameNetworkMeter(address: string, purpose: string, pepper: string): Promise<NetworkMeter> {
  const [meter, network] = await Promise.all([
    digestAddress(address, purpose, pepper, toWideNetwork),
    digestAddress(address, purpose, pepper),
  ]);
  return { meter, network: network.slice(0, DIGEST_LENGTH) };
}

/**
 * Counts a request of a network, or refuses it.
 * @param limit the requests that a network has a minute; a wide network has ten times as many
 * @throws ObjectUnreachable
 */
export const countForNetwork = (env: AddressMeters, { meter, network }: NetworkMeter, limit: number) =>
  callObject(
    () => objectNamed(env, env.ADDRESSES, meter),
    async (one) => await one.admit(limit * WIDER, { part: { network, limit } }),
  );

/** Until when a network is refused, epoch milliseconds; `isWide`: with its whole wide network. */
export type RefusedNetwork = { readonly refusedUntil: number; readonly isWide?: boolean };

/** The networks that an isolate remembers as refused: a thousand at most. */
export function refusedNetworks() {
  const names = makeExpiringNames();
  return {
    /** Until when a client is refused; null if it is not. */
    until: (env: object, address: string, now: number): number | null =>
      names.get(env, toNetwork(address), now) ?? names.get(env, toWideNetwork(address), now),
    remember: (env: object, address: string, { refusedUntil, isWide }: RefusedNetwork): void =>
      names.set(env, isWide ? toWideNetwork(address) : toNetwork(address), refusedUntil),
  };
}

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
  const { isAdmitted, isWide, reading } = await countForNetwork(env, charged, LOOKUPS_PER_MINUTE);
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
