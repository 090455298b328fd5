/**
 * The minute of a client's network and of its wide network, in one object per wide network and purpose. Somebody who has
 * a whole /48 makes one object with it, and not one for each of its 65,536 networks.
 */
import { addressDigest, networkOf, wideNetworkOf } from '#secrets/client-address';
import { expiringNames } from '#store/expiring-names';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import type { AddressMeters } from './address-meter';

/** How many times the limit of a network a wide network has. */
const WIDER = 10;
/** The part of a network's digest that its object stores. 96 bits tell the networks of a wide network apart. */
const DIGEST_LENGTH = 16;

/** The object of a wide network, and the network in it. */
export type NetworkMeter = { readonly meter: string; readonly network: string };

/** The meter of a client for one purpose. Neither the object's name nor its state holds a client address. */
export async function networkMeterOf(address: string, purpose: string, pepper: string): Promise<NetworkMeter> {
  const [meter, network] = await Promise.all([
    addressDigest(address, purpose, pepper, wideNetworkOf),
    addressDigest(address, purpose, pepper),
  ]);
  return { meter, network: network.slice(0, DIGEST_LENGTH) };
}

/**
 * Counts a request of a network, or refuses it.
 * @param limit the requests that a network has a minute; a wide network has ten times as many
 * @throws ObjectUnreachable
 */
export const countOfNetwork = (env: AddressMeters, { meter, network }: NetworkMeter, limit: number) =>
  callObject(
    () => objectNamed(env, env.ADDRESSES, meter),
    async (one) => await one.admit(limit * WIDER, { part: { network, limit } }),
  );

/** Until when a network is refused, epoch milliseconds; `isWide`: with its whole wide network. */
export type RefusedNetwork = { readonly refusedUntil: number; readonly isWide?: boolean };

/** The networks that an isolate remembers as refused: a thousand at most. */
export function refusedNetworks() {
  const names = expiringNames();
  return {
    /** Until when a client is refused; null if it is not. */
    until: (env: object, address: string, now: number): number | null =>
      names.get(env, networkOf(address), now) ?? names.get(env, wideNetworkOf(address), now),
    remember: (env: object, address: string, { refusedUntil, isWide }: RefusedNetwork): void =>
      names.set(env, isWide ? wideNetworkOf(address) : networkOf(address), refusedUntil),
  };
}
