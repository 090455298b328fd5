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

/**
 * Returns the clicks with their places, or as they are where the service fails or takes over a second. The address of a
 * visitor who asks not to be tracked is not sent.
 */
export async function withPlaces(clicks: readonly Click[], places: Places | undefined): Promise<readonly Click[]> {
  const addresses = new Set(clicks.filter(({ isPrivate }) => !isPrivate).map(({ address }) => address));
  if (places === undefined || addresses.size === 0) return clicks;
  try {
    const answer = await places.fetch('http://places/', {
      method: 'POST',
      body: JSON.stringify([...addresses]),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const known = await answer.json<Record<string, Place>>();
    return clicks.map((click) => (click.isPrivate ? click : { ...click, ...known[click.address] }));
  } catch {
    return clicks; // a click without a place still counts
  }
}
