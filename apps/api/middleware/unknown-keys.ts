/**
 * Keys that nobody has: a text of the right form costs nothing to make up, and each would be a look at D1's primary. Sixty
 * of them a minute from one network are looked for; the others are unknown as they are (docs/adr/0024).
 */
import type { AppContext } from '#api/http/context';
import type { Admission, Leave } from '#domain/admission';
import { addressDigest, networkOf } from '#secrets/client-address';
import { expiringNames } from '#store/expiring-names';

/** What the object of a key answers once it has, or lacks for good, the key's record. */
export type Authenticated = Exclude<Admission, { outcome: 'not-loaded' }>;

type Ask = (leave: Leave) => Promise<Admission>;

const UNKNOWN = { outcome: 'unknown' } as const;
const refused = expiringNames();

/**
 * Asks the object of a key; once more where it has no record yet, with what leave the client's network has to make it ask
 * D1. So a key that was used before is one call, and never looks at its network. A request without an address has leave.
 */
export async function admitKey(c: AppContext, ask: Ask): Promise<Authenticated> {
  const address = c.req.header('CF-Connecting-IP');
  const admission = await ask(address === undefined ? 'free' : 'none');
  if (admission.outcome !== 'not-loaded') return admission;

  const network = networkOf(address ?? '');
  if (refused.get(c.env, network, c.get('now')) !== null) return UNKNOWN;
  const second = await ask(network === '' ? 'free' : { meter: await meterOf(c, address ?? '') });
  if (second.outcome === 'not-loaded') return UNKNOWN;
  if (second.outcome === 'unknown' && second.refusedUntil) refused.set(c.env, network, second.refusedUntil);
  return second;
}

const meterOf = (c: AppContext, address: string): Promise<string> =>
  addressDigest(address, 'unknown-key', c.get('config').peppers.current);
