/**
 * Finds the country and city of clicks where the platform names none. A service is called for them, after the
 * responses.
 */
import type { Click } from './click';

/**
 * A service that finds places by address. It takes a POST with a JSON list of addresses, and returns an object of
 * places by address, without unknown ones.
 */
export type Places = { fetch(url: string, init: RequestInit): Promise<Response> };
type Place = { readonly country?: string; readonly city?: string };

const LIMIT_MS = 1_000;

/** The clicks with their places; as they are where `places` does not answer in time. Who asked not to be looked at is not. */
export async function withPlaces(clicks: readonly Click[], places: Places): Promise<readonly Click[]> {
  const addresses = new Set(clicks.filter(({ isPrivate }) => !isPrivate).map(({ address }) => address));
  if (addresses.size === 0) return clicks;
  try {
    const response = await places.fetch('http://places/', {
      method: 'POST',
      body: JSON.stringify([...addresses]),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const known = await response.json<Record<string, Place>>();
    return clicks.map((click) => (click.isPrivate ? click : { ...click, ...known[click.address] }));
  } catch {
    return clicks; // a click without a place still counts
  }
}
