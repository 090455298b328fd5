/**
 * Limits lookups of unknown keys, because each costs a read of D1's primary, and anybody can invent keys of the right
 * form. Sixty a minute from one network are looked up; further ones are refused without a lookup (docs/adr/0024).
 */
import type { AppContext } from '#api/http/context';
import type { Admission, LookupPermission } from '#domain/admission';
import { addressDigest, networkOf } from '#secrets/client-address';
import { expiringNames } from '#store/expiring-names';

/** The result of a key's object that has the key's record, or knows that D1 has none. */
type Authenticated = Exclude<Admission, { outcome: 'not-loaded' }>;

type AdmitCall = (permission: LookupPermission) => Promise<Admission>;

const UNKNOWN = { outcome: 'unknown' } as const;
const refused = expiringNames();

/**
 * Calls the object of a key. If the object has no record, a second call permits it to read D1, and the client's network
 * is charged for the read. A request without a client address is not charged.
 */
export async function admitKey(c: AppContext, callAdmit: AdmitCall): Promise<Authenticated> {
  const address = c.req.header('CF-Connecting-IP');
  const admission = await callAdmit(address === undefined ? 'free' : 'none');
  if (admission.outcome !== 'not-loaded') return admission;

  const network = networkOf(address ?? '');
  if (refused.get(c.env, network, c.get('now')) !== null) return UNKNOWN;
  const second = await callAdmit(network === '' ? 'free' : { meter: await meterOf(c, address ?? '') });
  if (second.outcome === 'not-loaded') return UNKNOWN;
  if (second.outcome === 'unknown' && second.refusedUntil) refused.set(c.env, network, second.refusedUntil);
  return second;
}

const meterOf = (c: AppContext, address: string): Promise<string> =>
  addressDigest(address, 'unknown-key', c.get('config').peppers.current);
