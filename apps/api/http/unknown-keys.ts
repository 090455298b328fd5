/**
 * Limits lookups of unknown keys, because each costs a read of D1's primary, and on a machine a file, and anybody can
 * invent keys of the right form. Sixty a minute from one network are looked up; further ones are refused without a
 * lookup (docs/design/keys-and-metering.md).
 */

import { networkMeterOf, refusedNetworks } from '#api/objects/network-meter';
import type { Env } from '#api/platform/env';
import type { Admission, LookupPermission } from '#domain/admission';
import { networkOf, networksOf } from '#secrets/client-address';
import { expiringNames } from '#store/expiring-names';
import { objectNamed } from '#store/object-named';
import { inTurn } from '#store/turns';
import type { AppContext } from './context';

/** The result of a key's object that has the key's record, or knows that D1 has none. */
type Authenticated = Exclude<Admission, { outcome: 'not-loaded' }>;

type AdmitCall = (permission: LookupPermission) => Promise<Admission>;

/** How long an isolate of a machine knows that the object of a key has a file. */
const FILE_KNOWN_MS = 60_000;

const UNKNOWN = { outcome: 'unknown' } as const;
const refused = refusedNetworks();
const withFile = expiringNames();

/**
 * Calls the object of a key. If the object has no record, a second call permits it to read D1, and the client's network
 * is charged for the read. A request without a client address is not charged.
 */
export async function admitKey(c: AppContext, keyId: string, callAdmit: AdmitCall): Promise<Authenticated> {
  const address = c.req.header('CF-Connecting-IP') ?? '';
  if (networkOf(address) === '') return loadedBy(await callAdmit('free'));
  if (await mayHaveRecord(c.env, keyId, c.get('now'))) {
    const admission = await callAdmit('none');
    if (admission.outcome !== 'not-loaded') return admission;
  }
  return inTurn(c.env, c.executionCtx, networksOf(address), async () => {
    if (refused.until(c.env, address, c.get('now')) !== null) return UNKNOWN;
    const { peppers } = c.get('config');
    const second = await callAdmit(await networkMeterOf(address, 'unknown-key', peppers.current));
    if (second.outcome === 'unknown' && second.refusedUntil)
      refused.remember(c.env, address, { refusedUntil: second.refusedUntil, isWide: second.isWide ?? false });
    return loadedBy(second);
  });
}

const loadedBy = (admission: Admission): Authenticated => (admission.outcome === 'not-loaded' ? UNKNOWN : admission);

/**
 * Whether the object of a key may have the key's record. A machine makes a file for every object that is called, so it
 * is asked for the file first, at most once a minute for each key that has one. Elsewhere only the object itself knows.
 */
async function mayHaveRecord(env: Env, keyId: string, now: number): Promise<boolean> {
  if (env.KEY_FILES === undefined || withFile.get(env, keyId, now) !== null) return true;
  const file = `http://files/${objectNamed(env, env.KEYS, keyId).id}.sqlite`;
  const { status } = await env.KEY_FILES.fetch(file, { method: 'HEAD' }).catch(() => ({ status: 0 }));
  if (status === 404) return false;
  withFile.set(env, keyId, now + FILE_KNOWN_MS);
  return true;
}
