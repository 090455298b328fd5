/** Country and city of clicks where the platform tells none: asked of whoever knows addresses there, after the answers. */
import type { Click } from './click';

/** Knows places by addresses: is posted a list of addresses, answers with a place for each that it knows. */
export type Places = { fetch(url: string, init: RequestInit): Promise<Response> };
type Place = { readonly country?: string; readonly city?: string };

const LIMIT_MS = 1_000;

/** The clicks with their places; as they are where nobody knows, or in time. Who asked not to be looked at is not. */
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
    return clicks; // a place is worth no click
  }
}
