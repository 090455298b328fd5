/**
 * Keys that nobody has: a text of the right form costs nothing to make up, and each would be a look at D1's primary. Sixty
 * of them a minute from one network are looked for; the others are unknown as they are (docs/adr/0024).
 */
import { addressDigest, networkOf } from '#secrets/client-address';
import { ShortMemory } from '#store/short-memory';
import type { AppContext } from './context';
import type { Admission, Leave } from './key-meter';

/** What the object of a key answers once it has, or lacks for good, the key's record. */
export type Authenticated = Exclude<Admission, { outcome: 'not-loaded' }>;

const refused = new ShortMemory();

/**
 * Asks the object of a key; once more where it has no record yet, with what leave the client's network has to make it ask
 * D1. So a key that was used before is one call, and never looks at its network. A request without an address has leave.
 */
export async function admitKey(c: AppContext, ask: (leave: Leave) => Promise<Admission>): Promise<Authenticated> {
  const admission = await ask('none');
  if (admission.outcome !== 'not-loaded') return admission;

  const address = c.req.header('CF-Connecting-IP') ?? '';
  const network = networkOf(address);
  if (refused.until(c.env, network, c.get('now')) !== null) return { outcome: 'unknown' };
  const { peppers } = c.get('config');
  const leave = network === '' ? 'free' : { meter: await addressDigest(address, 'unknown-key', peppers.current) };
  const second = await ask(leave);
  if (second.outcome === 'not-loaded') return { outcome: 'unknown' };
  if (second.outcome === 'unknown' && second.refusedUntil) refused.remember(c.env, network, second.refusedUntil);
  return second;
}
