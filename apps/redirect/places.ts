/** Adds country and city to clicks where the platform names none. It calls a service for them, after the responses. */
import { type Click, joinTraits, splitTraits } from './click';

/**
 * A service that finds places by address. It takes a POST with a JSON list of addresses, and returns a JSON object with
 * a place per address. It leaves out addresses that it does not know.
 */
export type Places = { fetch(url: string, init: RequestInit): Promise<Response> };
type Place = { readonly country?: string; readonly city?: string };

const LIMIT_MS = 1_000;

/** Returns the clicks with their places. Private clicks get none, and no click gets one if the service fails. */
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
    return clicks.map((click) => withPlace(click, known[click.address]));
  } catch {
    return clicks; // a click without a place still counts
  }
}

function withPlace(click: Click, place: Place | undefined): Click {
  if (place === undefined || click.isPrivate) return click;
  const [userAgent, referrer, languages, host] = splitTraits(click.traits);
  return { ...click, traits: joinTraits([userAgent, referrer, languages, host, place.country, place.city]) };
}
