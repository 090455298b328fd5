/**
 * Authenticates and meters a request in one call of the key's object (docs/design/keys-and-metering.md), sets the
 * headers of limits, and refuses what the rights of the key do not allow (specification 12.7 and 12.9).
 */
import type { Next } from 'hono';
import { nameNetworkMeter, refusedNetworks } from '#api/objects/network-meter';
import type { Env } from '#api/platform/env';
import type { Admission, KnownAdmission, LookupPermission, Settlement } from '#domain/admission';
import type { ErrorCode } from '#domain/errors';
import { listAlternatives, listMissingScopes, type Reach, type ScopeRule } from '#domain/key-rights';
import type { RateLimitStatus } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import { toNetwork, toNetworks } from '#secrets/client-address';
import { hashText } from '#secrets/digest';
import { parseKeyId } from '#secrets/key-text';
import { logFault } from '#store/faults';
import { makeExpiringNames } from '#store/isolate';
import { callObject, objectNamed } from '#store/objects';
import { runInTurn } from '#store/turns';
import { type AppContext, createMiddleware, refuse } from './context';
import { exceeded, isAllowedOrigin, KEY_HEADERS, setCorsHeaders, setRateLimitHeaders } from './headers';
import { readLeaseRequest } from './idempotency';
import { readBearer, stage } from './stages';

const LIMITED = {
  refuses: ['KEY_MISSING', 'KEY_INVALID'],
  headers: KEY_HEADERS,
  limits: ['WINDOW_EXCEEDED', 'MONTH_EXCEEDED', 'ORIGIN_NOT_ALLOWED'],
} as const;

/**
 * Refuses a request without a valid key with 401, and a request beyond the window or the month with 429. A request from
 * the page of an origin that the key does not list gets 403 (specification 2.4, 4.3, 4.4 and 12.10). A text that cannot
 * be a key costs no read. If the object does not respond, the response is 503.
 */
export const authenticate = stage(LIMITED, (c, next) => authenticated(c, next, { isLimited: true }));

/**
 * Does what `authenticate` does, but admits a call in a full window or a used-up month, unless the key has origins
 * (specification 12.11).
 */
export const authenticateBeyondLimits = stage(LIMITED, (c, next) => authenticated(c, next, { isLimited: false }));

async function authenticated(c: AppContext, next: Next, { isLimited }: { isLimited: boolean }): Promise<void> {
  const text = readBearer(c.req.header('Authorization'));
  if (text === null) throw new Refusal('KEY_MISSING');
  const keyId = parseKeyId(text);
  if (keyId === null) throw new Refusal('KEY_INVALID');

  const [digest, leaseRequest] = await Promise.all([hashText(text), readLeaseRequest(c)]);
  const admission = await admitKey(
    c,
    keyId,
    (permission): Promise<Admission> =>
      callObject(
        () => objectNamed(c.env, c.env.KEYS, keyId),
        async (meter) => await meter.admit(keyId, digest, leaseRequest, permission),
      ),
  );
  if (admission.outcome === 'unknown') {
    c.res = refuse(c, new Refusal('KEY_INVALID'));
    setCorsHeaders(c, admission.origins ?? null);
    return;
  }

  const { origins } = admission.key.rights;
  if ((isLimited || origins !== null) && admission.outcome !== 'admitted') {
    c.res = refuse(c, exceeded(admission, c.get('now')));
    setRateLimitHeaders(c, admission.key.name, admission.reading);
    setCorsHeaders(c, origins);
    return;
  }
  c.set('key', admission.key);
  c.set('reading', admission.reading);
  c.set('lease', admission.lease);
  if (isAllowedOrigin(c, origins)) await next();
  else c.res = refuse(c, new Refusal('ORIGIN_NOT_ALLOWED'));
  const reading = (await settle(c, admission, leaseRequest?.key)) ?? admission.reading;
  // A 401 here means that the account was deleted meanwhile. The response to an invalid key has no such headers.
  if (c.res.status !== 401) setRateLimitHeaders(c, admission.key.name, reading);
  setCorsHeaders(c, origins);
}

/**
 * Sends the settlement to the key's object, if there is one. A failure is only logged, because the response is made.
 */
async function settle(
  c: AppContext,
  admission: KnownAdmission,
  leaseKey: string | undefined,
): Promise<RateLimitStatus | null> {
  const settlement = decideSettlement(c, admission, leaseKey);
  if (settlement === null) return null;
  return callObject(
    () => objectNamed(c.env, c.env.KEYS, admission.key.id),
    async (meter) => await meter.settle(settlement),
  ).catch((error) => {
    logFault(error, { doing: 'settle', requestId: c.get('requestId') });
    return null;
  });
}

/**
 * Returns what the key's object must record after the response; null for nothing. A 429 and a 5xx refund the call, if
 * it was charged. A 2xx is stored with its lease; any other status frees the lease.
 */
function decideSettlement(
  c: AppContext,
  { outcome, month, lease }: KnownAdmission,
  leaseKey: string | undefined,
): Settlement | null {
  const isRefunded = outcome === 'admitted' && (c.res.status >= 500 || c.res.status === 429);
  const refundMonth = isRefunded ? month : null;
  if (lease?.state !== 'leased' || leaseKey === undefined) {
    return refundMonth === null ? null : { refundMonth, lease: null };
  }
  return {
    refundMonth,
    lease: { key: leaseKey, leasedAt: lease.leasedAt, response: c.get('responseToKeep') ?? null },
  };
}

/** The result of a key's object that has the key's record, or knows that D1 has none. */
type Authenticated = Exclude<Admission, { outcome: 'not-loaded' }>;

type AdmitCall = (permission: LookupPermission) => Promise<Admission>;

/** How long an isolate of a machine knows that the object of a key has a file. */
const FILE_KNOWN_MS = 60_000;

const UNKNOWN = { outcome: 'unknown' } as const;
const refused = refusedNetworks();
const withFile = makeExpiringNames();

/**
 * Calls the object of a key. If the object has no record, a second call permits it to read D1, and the client's network
 * is charged for the read, because anybody can invent keys of the right form. Sixty a minute are looked up
 * (docs/design/keys-and-metering.md). A request without a client address is not charged.
 */
async function admitKey(c: AppContext, keyId: string, callAdmit: AdmitCall): Promise<Authenticated> {
  const address = c.req.header('CF-Connecting-IP') ?? '';
  if (toNetwork(address) === '') return loadedBy(await callAdmit('free'));
  if (await mayHaveRecord(c.env, keyId, c.get('now'))) {
    const admission = await callAdmit('none');
    if (admission.outcome !== 'not-loaded') return admission;
  }
  return runInTurn(c.env, c.executionCtx, toNetworks(address), async () => {
    if (refused.until(c.env, address, c.get('now')) !== null) return UNKNOWN;
    const { peppers } = c.get('config');
    const second = await callAdmit(await nameNetworkMeter(address, 'unknown-key', peppers.current));
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

/** The refusals of `requireRights` for an endpoint. */
export const rightsRefusals = (scope: ScopeRule, reach: Reach): ErrorCode[] => [
  ...(scope === null ? [] : (['INSUFFICIENT_SCOPE'] as const)),
  ...(reach === 'account' ? (['OWN_LINKS_ONLY'] as const) : []),
];

/**
 * Refuses a key without the scope of the endpoint. If the endpoint reaches the whole account, it also refuses a key
 * that reaches only its own links.
 */
export const requireRights = (scope: ScopeRule, reach: Reach) =>
  createMiddleware(async (c, next) => {
    requireScope(c, scope);
    if (reach === 'account' && c.get('key').rights.linkReach === 'own') throw new Refusal('OWN_LINKS_ONLY');
    await next();
  });

/**
 * Refuses a key without the scope. If the scope of an endpoint depends on its body, its handler calls this function
 * after it has read the body.
 * @throws Refusal INSUFFICIENT_SCOPE
 */
export function requireScope(c: AppContext, scope: ScopeRule): void {
  const missing = listMissingScopes(c.get('key').rights, scope);
  if (missing.length === 0) return;
  const word = scope !== null && typeof scope === 'object' && 'oneOf' in scope ? ' or ' : ' and ';
  throw new Refusal('INSUFFICIENT_SCOPE', { detail: missing.join(word), scopes: listAlternatives(scope)[0] ?? [] });
}
