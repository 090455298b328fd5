/** Requests with an Idempotency-Key: a lease before the run, and a stored response after it (specification 7.4). */
import type { LeaseRequest } from '#domain/admission';
import type { IdempotencySeed } from '#domain/idempotency';
import { secondsUntil } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import { hashText } from '#secrets/digest';
import { newId } from '#secrets/key-text';
import { listPeppers, type Peppers } from '#secrets/pepper';
import { type AppContext, createMiddleware } from './context';

/** The form of an Idempotency-Key. */
export const KEY_FORM = /^[\x20-\x7e]{1,255}$/;

const isWellFormed = (header: string): boolean => KEY_FORM.test(header);

const readKeyHeader = (c: AppContext): string | undefined =>
  c.req.method === 'POST' ? c.req.header('Idempotency-Key') : undefined;

/** Returns a random seed. The first request with an Idempotency-Key stores it together with the lease. */
export const newIdempotencySeed = (): IdempotencySeed => ({ id: newId() });

/** Returns the lease to request from the API key's object; null if the request has no valid Idempotency-Key. */
export async function readLeaseRequest(c: AppContext): Promise<LeaseRequest | null> {
  const header = readKeyHeader(c);
  return header !== undefined && isWellFormed(header)
    ? { key: await hashText(header), seed: newIdempotencySeed() }
    : null;
}

/**
 * Replays the stored response to a repeated request. A different request with the same key is 422, a repeated request
 * during the first run 409, and a new key without space for a response 429. Equal requests have equal bodies, so the
 * middleware runs after the checks of the body. After a successful run it sets the response to store.
 */
export const idempotent = createMiddleware(async (c, next) => {
  const header = readKeyHeader(c);
  if (header !== undefined && !isWellFormed(header)) throw new Refusal('IDEMPOTENCY_KEY_INVALID');
  const lease = c.get('lease');
  if (lease === null) return next();
  if (lease.state === 'running') throw new Refusal('IDEMPOTENCY_KEY_RUNNING', { retryAfter: 1 });
  if (lease.state === 'full') {
    throw new Refusal('IDEMPOTENCY_KEYS_EXCEEDED', { retryAfter: secondsUntil(lease.roomAt, c.get('now')) });
  }

  const { pathname, search } = new URL(c.req.url);
  // A response that was stored for all links of the account must not be replayed to a key for its own links.
  const reach = c.get('key').rights.linkReach === null ? '' : 'own\n';
  const request = `${reach}${pathname}${search}\n${await c.req.text()}`;
  const { peppers } = c.get('config');
  if (lease.state === 'leased') {
    const requestHash = await hashRequest(request, peppers.current);
    c.set('run', { seed: lease.seed, requestHash });
    await next();
    if (c.res.ok) {
      c.set('responseToKeep', { requestHash, status: c.res.status, body: await c.res.clone().text() });
    }
    return;
  }
  if (!(await isOfRequest(lease.response.requestHash, request, peppers))) throw new Refusal('IDEMPOTENCY_KEY_REUSED');
  const headers = { 'Content-Type': 'application/json', 'Idempotent-Replayed': 'true' };
  c.res = new Response(lease.response.body, { status: lease.response.status, headers });
});

/**
 * Hashes a request. Its body may hold a password, and ids of links contain part of the hash, so the hash has the
 * pepper.
 */
export const hashRequest = (request: string, pepper: string): Promise<string> =>
  hashText(`${pepper}\nrequest\n${request}`);

/** Whether a stored hash is of this request, with either pepper. */
async function isOfRequest(storedHash: string, request: string, peppers: Peppers): Promise<boolean> {
  for (const pepper of listPeppers(peppers)) if (storedHash === (await hashRequest(request, pepper))) return true;
  return false;
}
