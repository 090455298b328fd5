/**
 * Limits look-ups of unknown keys: anybody can make up a key of the right form, and each costs a read of D1's primary.
 * Sixty a minute from one network are looked up; further ones are refused without a look-up (docs/adr/0024).
 */
import type { AppContext } from '#api/http/context';
import type { Admission, LookupPermission } from '#domain/admission';
import { addressDigest, networkOf } from '#secrets/client-address';
import { expiringNames } from '#store/expiring-names';

/** The admission by a key's object that has the key's record, or knows that D1 has none. */
type Authenticated = Exclude<Admission, { outcome: 'not-loaded' }>;

type Ask = (leave: LookupPermission) => Promise<Admission>;

const UNKNOWN = { outcome: 'unknown' } as const;
const refused = expiringNames();

/**
 * Calls the object of a key. If the object has no record yet, a second call lets it read D1, charged to the client's
 * network. So a key that was used before takes one call and no network. A request without an address is not charged.
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
